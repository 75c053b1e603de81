import './styles/tokens.css'
import './styles/ui.css'
import './styles/play.css'
import './styles/play-screens.css'
import './styles/pages.css'
import './styles/board.css'
import { mount } from 'svelte'
import App from './App.svelte'

mount(App, { target: document.getElementById('app')! })
