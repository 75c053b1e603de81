import './styles/tokens.css'
import './styles/ui.css'
import './styles/table.css'
import './styles/play.css'
import './styles/play-ask.css'
import './styles/play-table.css'
import './styles/play-screens.css'
import './styles/play-large.css'
import './styles/pages.css'
import './styles/board.css'
import './styles/contrast.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { speak } from './lib/i18n.svelte'
import { settings } from './lib/settings.svelte'

const show = (): unknown => mount(App, { target: document.getElementById('app')! })
speak(settings.language).then(show, show) // without a line in English
