// The analysis board's table as data: changes, address, what is drawn and marked; and the comparison's rows.
import { describe, expect, it } from 'vitest'
import {
  BrokenLink,
  awardsOnTable,
  decode,
  emptyTable,
  encode,
  followersOf,
  giveBack,
  heapUp,
  keep,
  laidFrom,
  laidFromGame,
  lay,
  layOver,
  looseOf,
  markOf,
  move,
  noHistory,
  piecesOf,
  placementsOf,
  post,
  readLink,
  remember,
  remove,
  rotationFor,
  setApart,
  stand,
  takeUp,
  tileAt,
  tilesAt,
  turn,
  turnedBy,
  unpost,
  unstand,
  withoutSeat,
  withRules,
  type Laid,
} from './analysis'
import { brokenText } from './link'
import { awardFor, figureUnder } from './under'
import { alsoText, columnsOf, headline, rowsOf, verdicts, winnersText } from './editions'
import type { AnalysisBox, Award, BoxKind, EditionScore, GameError, TableProblem } from './protocol'
import { parse } from './router.svelte'
import { emptyState } from './state'

const three = (): Laid =>
  ['16', '22', '13'].reduce(
    (t, tile, i) => lay(t, tile, i, i === 0 ? 0 : -i, i),
    emptyTable('original', ['Mila', 'Noor']),
  )

const OTHER = 'mason' // a figure that is no follower

describe('a table by hand', () => {
  it('lays, turns, moves and takes tiles away', () => {
    let t = three()
    expect(tileAt(t, 1, -1)).toBe(1)
    expect(tileAt(t, 5, 5)).toBe(-1)
    const shared = lay(t, 'H1-05', 1, -1, 2) // beside the one that lies there
    expect([tilesAt(shared, 1, -1), tileAt(shared, 1, -1)]).toEqual([
      [shared.tiles.length - 1, 1],
      shared.tiles.length - 1,
    ])
    expect(
      [0, 1, 2, 3].map(
        (rotation) =>
          markOf(
            {
              severity: 'impossible',
              sentence: '',
              rule: '',
              rules: [],
              tiles: [0],
              followers: [],
              space: null,
              side: 'diagonal',
              counted: true,
            },
            lay(emptyTable(), 'H1-05', 0, 0, rotation),
          )?.edge,
      ),
    ).toEqual(['M0 0L1000 1000', 'M0 1000L1000 0', 'M0 0L1000 1000', 'M0 1000L1000 0'])
    t = turn(t, 1, 1, [0, 1])
    expect(t.tiles[1]?.rotation).toBe(0) // only two look different
    expect(turn(t, 1, -1, [0, 1, 2, 3]).tiles[1]?.rotation).toBe(3)
    t = move(t, 1, 7, 8)
    expect(t.tiles[1]).toEqual({ tile: '22', x: 7, y: 8, rotation: 0 })
    expect(turnedBy(2, 1, [])).toBe(3)
  })
  it('keeps followers with their tiles when another tile goes', () => {
    let t = stand(stand(three(), 0, 'city', 0, 'follower'), 2, 'fieldENE', 1, 'follower')
    t = remove(t, 0)
    expect(t.followers).toEqual([{ tile: 1, place: 'fieldENE', seat: 1, figure: 'follower' }])
    expect(t.tiles[1]?.tile).toBe('13')
  })
  it('a tap sets a follower, the same tap takes it away, another seat takes the place', () => {
    const one = stand(three(), 0, 'city', 0, 'follower')
    expect(one.followers).toHaveLength(1)
    expect(stand(one, 0, 'city', 0, 'follower').followers).toEqual([])
    expect(stand(one, 0, 'city', 1, 'follower').followers.map((f) => f.seat)).toEqual([1])
    expect(stand(one, 0, 'city', 0, OTHER).followers.map((f) => f.figure)).toEqual([OTHER])
    expect(unstand(one, 0).followers).toEqual([])
  })
  it("a figure that is no seat's stands, moves and goes by a tap, and with its tile", () => {
    const one = post(stand(three(), 0, 'city', 0, 'follower'), 0, 'city', 'guard', 1)
    expect(one.neutral).toEqual([{ tile: 0, place: 'city', figure: 'guard' }])
    expect(post(one, 0, 'city', 'guard', 1).neutral).toEqual([])
    expect(post(one, 2, '', 'guard', 1).neutral).toEqual([{ tile: 2, place: '', figure: 'guard' }])
    expect(post(one, 2, '', 'guard', 2).neutral).toHaveLength(2)
    expect(unpost(one, 0).neutral).toEqual([])
    expect(stand(one, 0, 'city', 1, 'follower').neutral).toEqual(one.neutral)
    for (const alone of [unstand(one, 0), stand(one, 0, 'city', 0, 'follower'), withRules(one, { seats: [] })])
      expect(alone.neutral).toEqual([{ tile: 0, place: '', figure: 'guard' }])
    expect(remove(one, 0).neutral).toEqual([])
    expect(remove(post(one, 2, '', 'guard', 1), 1).neutral[0]?.tile).toBe(1)
  })
  it("a figure that is no seat's is beside one of several who share a place, as long as that one stands", () => {
    const both = { tile: 0, place: 'city', figure: 'follower' }
    const t: Laid = {
      ...three(),
      followers: [
        { ...both, seat: 0 },
        { ...both, seat: 1 },
      ],
      neutral: [{ tile: 0, place: 'city', seat: 1, figure: 'guard' }],
    }
    expect(looseOf(t, null)[0]?.at).toEqual({ piece: 0, place: 'city', beside: 1 })
    expect(decode(encode(t))?.neutral).toEqual(t.neutral)
    expect(decode(encode(t).replace('.-1.', '.-2.'))).toBeNull()
    expect(unstand(t, 0).neutral).toEqual(t.neutral)
    expect(unstand(t, 1).neutral).toEqual([{ tile: 0, place: 'city', figure: 'guard' }])
    expect(unstand(unstand(t, 1), 0).neutral).toEqual([{ tile: 0, place: '', figure: 'guard' }])
  })
  it('tiles lie beside the table, and are taken up again', () => {
    const t = setApart(setApart(three(), 'waiting', '16'), 'waiting', '22')
    expect(takeUp(t, 0).held).toEqual([{ pile: 'waiting', tile: '22' }])
  })
  it('seats hold tiles, which go with them', () => {
    const t = setApart(setApart(three(), 'own', '16', 0), 'own', '22', 1)
    expect(decode(encode(t))?.held).toEqual(t.held)
    expect(decode(encode(t).replace('@own@1', '@own@2'))).toBeNull()
    expect(withRules(t, { seats: ['Mila'] }).held).toEqual([{ pile: 'own', tile: '16', seat: 0 }])
    expect(withoutSeat(t, 0).held).toEqual([{ pile: 'own', tile: '22', seat: 0 }])
  })
  it('drops figures and points of a seat that is gone', () => {
    const t = withRules({ ...stand(three(), 0, 'city', 1, 'follower'), score: [4, 9] }, { seats: ['Mila'] })
    expect([t.followers, t.score]).toEqual([[], [4]])
    expect(withRules(t, { seats: ['Mila', 'Tom', 'Ann'] }).score).toEqual([4, 0, 0])
  })
  it('remembers what was, and forgets the undone when something new is done', () => {
    const h = remember({ past: [], future: [three()] }, emptyTable())
    expect([h.past.length, h.future.length]).toEqual([1, 0])
    let long = noHistory()
    for (let i = 0; i < 300; i++) long = remember(long, emptyTable())
    expect(long.past.length).toBe(200)
  })
})

describe('the address of a table', () => {
  it('holds all of it and gives it back', () => {
    let t = stand(stand(three(), 0, 'city', 0, 'follower'), 2, 'cloister', 1, OTHER)
    t = {
      ...t,
      seats: ['Mila, ~*/.', 'Nöör'],
      score: [12, -3],
      aside: ['E-garden', '24'],
      options: { small_city: 'half', field_scoring: 'first' },
    }
    t = setApart(post(post(t, 0, 'city', 'guard', 1), 1, '', 'be.a*st', 1), 'waiting', 'E-24')
    expect(decode(encode(t))).toEqual(t)
    expect(encode(three())).toBe('1/original//Mila,Noor/16.0.0.0~22.1.-1.1~13.2.-2.2/0,0/')
    expect(decode(encode(emptyTable()))).toEqual(emptyTable())
    expect(encodeURI(encode(t))).toBe(encode(t).replaceAll('%', '%25')) // nothing in it that an address would change
  })
  it('keeps the initial by which former addresses named a figure: the server knows it', () => {
    const former = decode('1/new//Mila,Noor/13.0.0.0*cloister.1q*fieldENE.0/0,0/')
    expect(former?.followers.map((f) => [f.place, f.seat, f.figure])).toEqual([
      ['cloister', 1, 'q'],
      ['fieldENE', 0, 'follower'],
    ])
    expect(decode(encode(former!))).toEqual(former)
  })
  it('says no to what is no table', () => {
    for (const text of [
      '',
      'x',
      '2/classic//A,B//0,0/',
      '1/classic//A,B/16.0.0/0,0/',
      '1/classic//A,B/16.0.0.0*city.5/0,0/',
      '1/classic//A,B//0/',
      '1/classic//A,%/16.0.0.0/0,0/',
    ])
      expect(decode(text), text).toBeNull()
  })
  it('says what of a link is broken, and where', () => {
    const faultOf = (link: string): unknown => {
      try {
        return readLink(link)
      } catch (e) {
        return e instanceof BrokenLink ? Object.values(e.fault).join(' ') : e
      }
    }
    expect(faultOf('2/classic//A,B//0,0/')).toBe('version 2 0')
    expect(faultOf('1/classic//A,B/16.0.0.0~22.1')).toBe('parts 6.0.0.0~22.1 5')
    expect(faultOf('1/classic/small_city/A,B//0,0/')).toBe('rules small_city 0')
    expect(faultOf('1/classic////0,0/')).toBe('seats  0')
    expect(faultOf('1/classic//A,%/16.0.0/0,0/')).toBe('seats A,% 0')
    expect(faultOf('1/classic//A,B/16.0.0.0~16.0.0/0,0/')).toBe('tile 16.0.0 2')
    expect(faultOf('1/classic//A,B/16.0.0.0*city.5/0,0/')).toBe('figure *city.5 1')
    expect(faultOf('1/classic//A,B//0/')).toBe('points 0 2')
    expect(faultOf('1/classic//A,B//0,0/%')).toBe('aside % 0')
  })
  it('tells a broken link in words, with what would be right', () => {
    expect(brokenText({ at: 'tile', text: '16.0.0', n: 2 }, 'en')).toBe(
      'The link is broken: tile 2 is “16.0.0”. Right would be tile, column, row and quarter turns, such as 16.0.-1.3.' +
        ' Your table lies here as it was.',
    )
    expect(brokenText({ at: 'tile', text: 'x'.repeat(60), n: 1 }, 'en')).toContain(`“${'x'.repeat(39)}…”`)
    const absent: GameError = { message: "There is no tile '99'.", expected: "'19'" }
    expect(brokenText(absent, 'en')).toBe(
      "The table of the link cannot lie here. There is no tile '99'. Expected: '19'. Your table lies here as it was.",
    )
  })
  it('names the pages', () => {
    expect(parse('/board')).toEqual({ page: 'board', game: '' })
    expect(parse('/board/game/abc')).toEqual({ page: 'board', game: 'abc' })
    expect(parse('/compare/game/abc')).toEqual({ page: 'compare', game: 'abc' })
    expect(parse('/compare/x')).toEqual({ page: 'missing' })
  })
})

const award = (change: Partial<Award>): Award => ({
  id: 0,
  turn: 0,
  final: true,
  category: 'field',
  completed: false,
  reason: 'field',
  segments: [{ piece: 3, place: 'fieldN' }],
  spaces: [],
  tiles: 1,
  shields: 0,
  followers: [],
  owners: [0],
  points: [],
  perSpace: [],
  title: '',
  terms: [],
  sum: '',
  sentence: '',
  headline: '',
  translations: {},
  rules: [],
  returned: [],
  ...change,
})

describe('what is drawn and marked', () => {
  const kind = (tile: string): BoxKind => ({
    tile,
    count: 2,
    start: false,
    rotations: [0, 1, 2, 3],
    heaps: true,
    picture: { set: 'base', id: tile, illustration: '', seed: '1', name: '' },
    places: [
      { place: 'city', category: 'city', figures: [{ figure: 'follower', kind: 'knight' }], labels: [], labelsIn: {} },
    ],
  })
  const box: AnalysisBox = {
    preset: 'x',
    presetName: '',
    changed: [],
    notes: [],
    theme: '',
    tiles: 4,
    figures: [],
    neutral: [
      { figure: 'guard', count: 1, beside: true, name: 'Guard', translations: {} },
      { figure: 'beast', count: 1, beside: false, name: 'Beast', translations: {} },
    ],
    piles: [{ pile: 'waiting', name: 'Waiting', translations: {} }],
    further: [],
    kinds: [kind('16'), kind('22')],
  }
  it('draws the kinds that the box knows, by their number', () => {
    const t = stand(three(), 0, 'city', 1, 'follower')
    expect(piecesOf(t, box).flatMap((p, i) => (p ? [[i, p.id, p.x]] : []))).toEqual([
      [0, '16', 0],
      [1, '22', 1],
    ])
    expect(followersOf(t, box)).toEqual([{ id: 0, seat: 1, piece: 0, place: 'city', kind: 'knight' }])
    expect(piecesOf(t, null)).toEqual([])
  })
  it('lets a figure that lies apart share its place with whoever stands there', () => {
    const roof = 'roof'
    const both = stand(stand(three(), 0, 'city', 1, 'follower', [roof]), 0, 'city', 1, roof, [roof])
    expect(both.followers.map((f) => f.figure)).toEqual(['follower', roof])
    expect(stand(both, 0, 'city', 0, roof, [roof]).followers.map((f) => [f.figure, f.seat])).toEqual([
      ['follower', 1],
      [roof, 0],
    ])
    expect(stand(both, 0, 'city', 1, 'follower', [roof]).followers.map((f) => f.figure)).toEqual([roof])
  })
  it('lays a road over a space, turns it, and takes it away with whoever stands on it', () => {
    const laid = stand(layOver(three(), 0, 1, 'plank', 'n'), 0, 'over', 0, 'follower', ['plank'])
    expect([laid.tiles[0]!.over, laid.followers.length]).toEqual(['n', 2])
    const turned = layOver(laid, 0, 1, 'plank', 'e')
    expect([turned.tiles[0]!.over, turned.followers.map((f) => f.figure)]).toEqual(['e', ['follower', 'plank']])
    const gone = layOver(turned, 0, 1, 'plank', 'e')
    expect([gone.tiles[0]!.over, gone.followers]).toEqual([undefined, []])
    expect(layOver(turned, 0, 0, 'plank', 'e').followers.map((f) => f.seat)).toEqual([0, 0])
  })
  it('heaps up and takes down; from the ground nobody stands on top', () => {
    const two = heapUp(heapUp(three(), 0, 1), 0, 1)
    expect(two.tiles[0]!.heap).toBe(2)
    const climbed = stand(two, 0, 'top', 1, 'follower')
    const one = heapUp(climbed, 0, -1)
    expect([one.tiles[0]!.heap, one.followers.length]).toEqual([1, 1])
    const none = heapUp(one, 0, -1)
    expect([none.tiles[0]!.heap, none.followers]).toEqual([undefined, []])
    expect(heapUp(none, 0, -1)).toEqual(none)
  })
  it('has a seat keep a figure of another, and give it back', () => {
    const t = keep(keep(three(), 1, 0, 'follower'), 0, 1, OTHER)
    expect(t.kept).toEqual([
      { keeper: 1, seat: 0, figure: 'follower' },
      { keeper: 0, seat: 1, figure: OTHER },
    ])
    expect(giveBack(t, 0).kept).toEqual([{ keeper: 0, seat: 1, figure: OTHER }])
    expect(decode(encode(t))?.kept).toEqual(t.kept)
  })
  it('loses with a seat what is its, and those behind it move up with theirs', () => {
    const t: Laid = {
      ...keep(
        keep(stand(stand(three(), 0, 'city', 0, 'follower'), 1, 'road', 2, 'follower'), 2, 0, OTHER),
        2,
        1,
        OTHER,
      ),
      seats: ['Mila', 'Noor', 'Ole'],
      score: [1, 2, 3],
      tokens: { coin: [4, 5, 6] },
      neutral: [{ tile: 1, place: 'road', seat: 2, figure: 'guard' }],
    }
    const left = withoutSeat(t, 0)
    expect([left.seats, left.score, left.tokens]).toEqual([['Noor', 'Ole'], [2, 3], { coin: [5, 6] }])
    expect(left.followers).toEqual([{ tile: 1, place: 'road', seat: 1, figure: 'follower' }])
    expect(left.kept).toEqual([{ keeper: 1, seat: 0, figure: OTHER }])
    expect(left.neutral).toEqual([{ tile: 1, place: 'road', seat: 1, figure: 'guard' }])
    expect(withoutSeat(t, 2).neutral).toEqual([{ tile: 1, place: '', figure: 'guard' }])
  })
  it('draws figures at corners, which are no places of a kind', () => {
    const t = stand(three(), 0, 'nw', 1, 'shed')
    expect(followersOf(t, box)).toEqual([{ id: 0, seat: 1, piece: 0, place: 'nw', kind: 'shed' }])
  })
  it("draws figures that are no seat's as a game does: in a space, on a tile, beside somebody", () => {
    const t = post(post(stand(three(), 0, 'city', 1, 'follower'), 0, 'city', 'guard', 1), 1, '', 'beast', 1)
    expect(looseOf(t, box).map((f) => [f.kind, f.seat, f.at])).toEqual([
      ['guard', null, { piece: 0, place: 'city', beside: 0 }],
      ['beast', null, { x: 1, y: -1 }],
    ])
    expect(looseOf(unstand(t, 0), box)[0]?.at).toEqual({ piece: 0 })
  })
  it('knows in which space of a double tile a figure is', () => {
    const twin = { ...kind('22'), picture: { ...kind('22').picture, shape: 'twin' as const } }
    const long = { ...box, kinds: [kind('16'), twin] }
    const t = post(stand(three(), 0, 'city', 1, 'follower'), 1, 'second', 'beast', 1)
    expect(looseOf(t, long)[0]?.at).toEqual({ x: 1, y: 0 })
    expect(unstand(t, 0).neutral).toEqual([{ tile: 1, place: 'second', figure: 'beast' }])
    const s = {
      ...emptyState(),
      pieces: [{ ...twin.picture, piece: 0, x: 0, y: 0, rotation: 3, seat: null, turn: 0 }],
      loose: [{ id: 4, seat: null, kind: 'beast', at: { x: 0, y: -1 }, was: null, nth: 0 }],
    }
    expect(laidFromGame(s, 'classic', {}, [], long).neutral).toEqual([{ tile: 0, place: 'second', figure: 'beast' }])
  })
  it('takes over the table of a game, before its final counting', () => {
    const picture = { set: 'base', illustration: '', seed: '9', name: '' }
    const s = {
      ...emptyState(),
      pieces: [
        { ...picture, id: '22', piece: 0, x: 0, y: 0, rotation: 1, seat: null, turn: 0, heap: 3 },
        { ...picture, id: '16', piece: 1, x: 0, y: 1, rotation: 0, seat: 0, turn: 1 },
      ],
      followers: [
        { id: 5, seat: 1, piece: 1, place: 'city', kind: 'knight' },
        { id: 7, seat: 0, piece: 1, place: 'se', kind: 'shed' },
        { id: 8, seat: 0, piece: 0, place: 'top', kind: 'knight' },
      ],
      kept: [{ id: 9, seat: 1, kind: 'knight', keeper: 0 }],
      loose: [
        { piece: 1, place: 'city', beside: 5 },
        { x: 0, y: 0 },
      ].map((at, id) => ({ id, seat: null, kind: id === 0 ? 'guard' : 'beast', at, was: null, nth: 1 })),
      piles: [{ pile: 'waiting', seat: null, tiles: [{ ...picture, id: '22' }] }],
      seats: [20, 31].map((score, seat) => ({
        seat,
        name: '',
        kind: 'human' as const,
        score,
        figures: [],
        tokens: [],
      })),
      awards: [
        award({ final: true, points: [{ seat: 1, points: 9 }] }),
        award({ final: false, points: [{ seat: 0, points: 4 }] }),
      ],
      moves: [
        {
          turn: 1,
          seat: 0,
          text: '',
          translations: {},
          piece: -1,
          tile: { ...picture, id: '16' },
          lost: true,
          kind: null,
          awards: [],
        },
      ],
    }
    expect(laidFromGame(s, 'classic', { small_city: 'half' }, ['Mila', 'Noor'], box)).toEqual({
      preset: 'classic',
      options: { small_city: 'half' },
      seats: ['Mila', 'Noor'],
      tiles: [
        { tile: '22', x: 0, y: 0, rotation: 1, heap: 3 },
        { tile: '16', x: 0, y: 1, rotation: 0 },
      ],
      followers: [
        { tile: 1, place: 'city', seat: 1, figure: 'follower' },
        { tile: 1, place: 'se', seat: 0, figure: 'shed' },
        { tile: 0, place: 'top', seat: 0, figure: 'follower' },
      ],
      kept: [{ keeper: 0, seat: 1, figure: 'follower' }],
      neutral: [
        { tile: 1, place: 'city', seat: 1, figure: 'guard' },
        { tile: 0, place: '', figure: 'beast' },
      ],
      score: [20, 22],
      held: [{ pile: 'waiting', tile: '22' }],
      aside: ['16'],
    })
  })
  it('keeps heaps, who is on top, and whom other seats keep', () => {
    const t: Laid = {
      ...stand(three(), 1, 'top', 1, 'follower'),
      kept: [
        { keeper: 0, seat: 1, figure: 'follower' },
        { keeper: 1, seat: 0, figure: 'two words' },
      ],
    }
    t.tiles[1]!.heap = 4
    expect(decode(encode(t))).toEqual(t)
    expect(followersOf(t, box)).toEqual([{ id: 0, seat: 1, piece: 1, place: 'top', kind: 'knight' }])
    expect(piecesOf(t, box)[1]?.heap).toBe(4)
    expect(withRules(t, { seats: ['Mila'] }).kept).toEqual([])
    for (const kept of ['0.2.follower', '0.1', '0.1.x.y', 'a.1.x'])
      expect(decode(`1/classic//A,B/16.0.0.0/0,0///${kept}`)).toBeNull()
    expect(decode('1/classic//A,B/16.0.0.0.3/0,0///0.1.x')).toMatchObject({ tiles: [{ heap: 3 }] })
  })
  it('keeps roads over spaces, with the token that each is and who stands on it', () => {
    const plain = stand(stand(three(), 0, 'over', 0, 'plank'), 1, 'top', 1, 'follower')
    const t: Laid = {
      ...plain,
      tiles: plain.tiles.map((p, i) => (i === 0 ? { ...p, over: 'e' } : i === 1 ? { ...p, heap: 2, over: 'n' } : p)),
    }
    expect(decode(encode(t))).toEqual(t)
    expect(piecesOf(t, box)[0]?.over).toEqual({ lies: 'e', seat: 0, kind: 'plank' })
    expect(followersOf(t, box).map((f) => f.place)).toEqual(['top'])
    expect(decode('1/classic//A,B/16.0.0.0.x/0,0//')).toBeNull()
  })
  it("takes the server's word for where a tile fits", () => {
    expect(placementsOf([{ x: 1, y: 0, rotations: [0, 2] }])[0]?.ways.map((w) => w.rotation)).toEqual([0, 2])
    expect(placementsOf([])).toEqual([])
    expect([rotationFor([0, 2], 1), rotationFor([0, 2], 0), rotationFor([], 3)]).toEqual([2, 0, 3])
  })
  it('marks the side a problem names, on its first tile', () => {
    const p: TableProblem = {
      severity: 'impossible',
      sentence: '',
      rule: 'PLACE-3',
      tiles: [1, 0],
      followers: [],
      space: [1, -1],
      side: 'west',
      counted: true,
      rules: [],
    }
    expect(markOf(p, three())).toEqual({ x: 1000, y: -500, left: 1000, top: -1000, edge: 'M0 0V1000' })
    expect(markOf({ ...p, side: null }, three())).toMatchObject({ x: 1500, edge: null })
    expect(markOf({ ...p, tiles: [], space: [4, 4] }, three())?.left).toBe(4000)
    expect(markOf({ ...p, tiles: [], space: null }, three())).toBeNull()
  })
  it('names tiles in awards as the table does', () => {
    const pieces = [
      { set: '', id: '', illustration: '', seed: '', name: '', piece: 3, x: 0, y: 0, rotation: 0, index: 7 },
    ]
    const [a] = awardsOnTable(
      [
        award({
          cities: [
            {
              segments: [
                { piece: 3, place: 'city' },
                { piece: 9, place: 'city' },
              ],
              spaces: [],
            },
          ],
        }),
      ],
      pieces,
    )
    expect([a!.segments, a!.cities![0]!.segments]).toEqual([
      [{ piece: 7, place: 'fieldN' }],
      [{ piece: 7, place: 'city' }],
    ])
  })
  it('finds the award of a feature, and of the field it pays', () => {
    const list = [award({ id: 4, cities: [{ segments: [{ piece: 1, place: 'city' }], spaces: [] }] })]
    expect([awardFor(list, 3, 'fieldN')?.id, awardFor(list, 1, 'city')?.id, awardFor(list, 1, 'road')]).toEqual([
      4,
      4,
      null,
    ])
  })
})

describe('editions side by side', () => {
  const edition = (
    preset: string,
    city: number[],
    field: number[],
    more: Partial<EditionScore> = {},
  ): EditionScore => ({
    preset,
    name: preset,
    sameAs: [],
    own: false,
    options: {},
    total: city.map((n, i) => n + field[i]! + 10),
    awards: [],
    table: [
      { category: 'city', name: 'Cities', points: city, awards: [], translations: { nl: { name: 'Steden' } } },
      { category: 'field', name: 'Fields', points: field, awards: [], translations: {} },
    ],
    ...more,
  })
  const editions = [
    edition('original', [2, 0], [4, 0]),
    edition('classic', [2, 0], [6, 3], { sameAs: ['Big Box 5', 'New'] }),
  ]
  const name = (seat: number): string => ['Mila', 'Noor'][seat]!
  it('puts what all agree on into one row, and lets the rest stand out', () => {
    const rows = rowsOf(columnsOf({ editions }), 2)
    expect(rows.map((r) => [r.id, r.points, r.differs])).toEqual([
      [
        'rest',
        [
          [12, 10],
          [12, 10],
        ],
        false,
      ],
      [
        'field',
        [
          [4, 0],
          [6, 3],
        ],
        true,
      ],
      [
        'total',
        [
          [16, 10],
          [18, 13],
        ],
        false,
      ],
    ])
    expect(rowsOf(columnsOf({ editions }, 'nl'), 2, true)[1]?.name).toBe('Steden')
    expect(rowsOf(columnsOf({ editions }), 2, true).map((r) => r.id)).toEqual(['rest', 'city', 'field', 'total'])
    expect(rowsOf(columnsOf({ editions: [editions[0]!] }), 2).map((r) => r.id)).toEqual(['total'])
  })
  it('has a column of its own for rules that count like no edition, and a verdict on it', () => {
    const own = edition('own', [1, 0], [4, 0], {
      own: true,
      name: 'These rules',
      translations: { nl: { name: 'Deze regels' } },
    })
    const columns = columnsOf({ editions: [own, ...editions] }, 'nl')
    expect(columns.map((c) => [c.id, c.name, c.own])).toEqual([
      ['own', 'Deze regels', true],
      ['original', 'original', false],
      ['classic', 'classic', false],
    ])
    expect(headline(columns)).toBe('Four editions, three results')
    const d = {
      category: 'city',
      name: 'Cities',
      points: [
        [1, 0],
        [2, 0],
        [2, 0],
      ],
      rules: ['CITY-3', 'CITY-2', 'CITY-2'],
      sentence: '',
      texts: [],
    }
    expect(verdicts(d, columns, name).map((v) => [v.name, v.rule])).toEqual([
      ['Deze regels', 'CITY-3'],
      ['original, classic, Big Box 5, New', 'CITY-2'],
    ])
  })
  it('says it in words', () => {
    expect(headline(columnsOf({ editions }))).toBe('Four editions, two results')
    expect(headline(columnsOf({ editions: [editions[0]!, edition('x', [2, 0], [4, 0])] }))).toBe('All editions agree')
    expect([winnersText([4, 0], name), winnersText([3, 3], name), winnersText([3], name)]).toEqual([
      'Mila wins',
      'a tie',
      '',
    ])
    expect(alsoText(columnsOf({ editions })[1]!)).toBe('also Big Box 5 and New')
    const d = {
      category: 'field',
      name: 'Fields',
      points: [
        [4, 0],
        [6, 3],
      ],
      rules: ['FIELD-1ST', 'FIELD-3'],
      sentence: '',
      texts: [{ id: 'FIELD-3', title: 'Fields', text: 'Three each.', source: 'B', reading: '' }],
    }
    expect(verdicts(d, columnsOf({ editions }), name)[1]).toEqual({
      name: 'classic, Big Box 5, New',
      rule: 'FIELD-3',
      points: 'Mila 6 · Noor 3',
      text: 'Three each.',
      title: 'Fields',
      source: 'B',
    })
    const agreed = {
      ...d,
      points: [
        [2, 0],
        [2, 0],
      ],
      rules: ['CITY-3', 'CITY-3'],
    }
    expect(verdicts(agreed, columnsOf({ editions }), name).map((v) => v.name)).toEqual([
      'original, classic, Big Box 5, New',
    ])
  })
  it('takes the figure that is nearest to a finger, by its middle, if a finger covers it', () => {
    const [left, right] = [
      { x: 300, y: 510 },
      { x: 500, y: 510 },
    ]
    expect(figureUnder([left, right], 420, 400)).toBe(right)
    expect(figureUnder([right, left], 380, 400)).toBe(left)
    expect(figureUnder([left, right], 400, 600)).toBeNull()
    expect(figureUnder([], 400, 400)).toBeNull()
  })
  it("reads the server's table, followers being plain where it does not say", () => {
    expect(
      laidFrom({
        preset: 'classic',
        options: {},
        seats: ['A', 'B'],
        tiles: [],
        followers: [{ tile: 0, place: 'city', seat: 1 }],
        neutral: [],
        score: [1, 2],
        held: [],
        aside: [],
      }).followers[0]?.figure,
    ).toBe('follower')
  })
})
