import { expect, it } from 'vitest'
import { headOf, symbolsOf, shownBy } from './symbols'

const symbol = (id: string, body: string): string => `<symbol id="${id}" overflow="visible">${body}</symbol>`
const style = '<style>.a{fill:red}</style>'
const tree = symbol('tree', '<path class="a" d="M0 0"/>')
const well = symbol('well', '<g><path d="M1 1"/></g>')
const sign = symbol('sign', '<use href="#well"/>')
const head = `${style}<defs>${tree}${well}${sign}</defs>`

it('keeps what is shown, and what that shows, in their order', () => {
  expect(headOf(head, '<use href="#sign" x="3"/>')).toBe(`${style}<defs>${well}${sign}</defs>`)
  expect(headOf(head, '<use href="#tree"/><use href="#sign"/>')).toBe(head)
})

it('keeps the style where nothing is shown, and does not mind what is not there', () => {
  expect(headOf(head, '<path/>')).toBe(`${style}<defs></defs>`)
  expect(headOf(head, '<use href="#gone"/>')).toBe(`${style}<defs></defs>`)
})

it('finds each symbol, and those within it', () => {
  const all = symbolsOf(head)
  expect([...all.keys()]).toEqual(['tree', 'well', 'sign'])
  expect(all.get('sign')).toBe(sign)
  expect([...shownBy(all, ['sign', 'gone'])]).toEqual(['sign', 'well', 'gone'])
})
