// Generated from src/server/protocol.schema.json by `npm run protocol`; do not edit.

export type FigureType = 'follower' | 'abbot'
/**
 * absent: square. At rotation 0 the right angle lies SW, the long side from the NW to the SE corner
 */
export type HalfShape = 'half'
/**
 * what is drawn on it and has a rule; a vineyard that is drawn twice stands twice
 */
export type TileSymbols = {
  symbol: 'vineyard' | 'hill' | 'sheep' | 'crop'
  rule: 'HALF-VINEYARD' | 'HALF-HILL' | 'HALF-SHEEP' | 'HALF-CROP'
}[]
export type FeatureCategory = 'road' | 'city' | 'cloister' | 'field' | 'garden'
export type FollowerKind = 'knight' | 'highwayman' | 'monk' | 'farmer' | 'abbot'
/**
 * @minItems 2
 * @maxItems 2
 */
export type Space = [number, number]
/**
 * Where half tiles play: the game's own rules under each ruling of HALF-7. preset: the ruling, such as 2021-01
 */
export type RulingScores = EditionScore[]
export type ClientMessage = Hello | Play | Ping
export type ServerMessage = Welcome | Update | Refused | Accepted | Unknown | Waiting | Presence | Pong
export type Event =
  | StartedEvent
  | PlacedEvent
  | DrawnEvent
  | SetAsideEvent
  | FollowerEvent
  | NoFollowerEvent
  | AwardEvent
  | TurnEvent
  | OverEvent
  | BidEvent
  | SoldEvent
  | AgainEvent
  | DealtEvent
  | PickedEvent
  | BuriedEvent
  | ChosenEvent
  | HomeEvent
  | PassedEvent
  | BeginsEvent
  | ExtendedEvent
export type CropFigure = 'knight' | 'highwayman' | 'farmer'
export type CropAction = 'add' | 'home'

/**
 * All shapes that pass between server and client.
 */
export interface Protocol {
  Setup?: Setup
  Preset?: Preset
  OptionValues?: OptionValues1
  Option?: Option
  Translations?: Translations
  OptionValue?: OptionValue
  Bot?: Bot
  NewGame?: NewGame
  NewSeat?: NewSeat
  Created?: Created
  Checked?: Checked
  Note?: Note
  Join?: Join
  Joined?: Joined
  GameList?: GameList
  GameSummary?: GameSummary
  ChangedOption?: ChangedOption
  Seat?: Seat
  AnalysisRules?: AnalysisRules
  AnalysisBox?: AnalysisBox
  FigureType?: FigureType
  BoxKind?: BoxKind
  BoxPlace?: BoxPlace
  Analysis?: Analysis
  AnalysisTile?: AnalysisTile
  AnalysisFigure?: AnalysisFigure
  AnalysisResult?: AnalysisResult
  EnteredTable?: EnteredTable
  TableProblem?: TableProblem
  AnalysisPiece?: AnalysisPiece
  AnalysisFollower?: AnalysisFollower
  AnalysisScore?: AnalysisScore
  EditionScore?: EditionScore
  RulingScores?: RulingScores
  EditionDifference?: EditionDifference
  Compare?: Compare
  Comparison?: Comparison
  RuleList?: RuleList
  RuleText?: RuleText
  ErrorBody?: ErrorBody
  GameError?: GameError
  ClientMessage?: ClientMessage
  Hello?: Hello
  Play?: Play
  Ping?: Ping
  ServerMessage?: ServerMessage
  Welcome?: Welcome
  Update?: Update
  Accepted?: Accepted
  Unknown?: Unknown
  Waiting?: Waiting
  Refused?: Refused
  Presence?: Presence
  Pong?: Pong
  Event?: Event
  StartedEvent?: StartedEvent
  BeginsEvent?: BeginsEvent
  DealtEvent?: DealtEvent
  PickedEvent?: PickedEvent
  BuriedEvent?: BuriedEvent
  ChosenEvent?: ChosenEvent
  CropFigure?: CropFigure
  CropAction?: CropAction
  HomeEvent?: HomeEvent
  PassedEvent?: PassedEvent
  PlacedEvent?: PlacedEvent
  ExtendedEvent?: ExtendedEvent
  TableEdge?: TableEdge1
  Area?: Area
  BidEvent?: BidEvent
  SoldEvent?: SoldEvent
  AgainEvent?: AgainEvent
  DrawnEvent?: DrawnEvent
  SetAsideEvent?: SetAsideEvent
  FollowerEvent?: FollowerEvent
  NoFollowerEvent?: NoFollowerEvent
  AwardEvent?: AwardEvent
  TurnEvent?: TurnEvent
  OverEvent?: OverEvent
  Ranking?: Ranking
  Tile?: Tile
  HalfShape?: HalfShape
  TileSymbols?: TileSymbols
  Piece?: Piece
  FollowerKind?: FollowerKind
  FeatureCategory?: FeatureCategory
  Follower?: Follower
  Segment?: Segment
  Space?: Space
  SeatPoints?: SeatPoints
  Award?: Award
  Category?: Category
  Turn?: Turn
  HeldTile?: HeldTile
  CropChoice?: CropChoice
  AnswerOption?: AnswerOption
  Placement?: Placement
  Way?: Way
  Completion?: Completion
  FeatureList?: FeatureList
  Feature?: Feature
  Place?: Place
  Art?: Art
  FollowerArt?: FollowerArt
  TileArt?: TileArt
  LayerArt?: LayerArt
}
/**
 * GET /api/setup
 */
export interface Setup {
  presets: Preset[]
  options: Option[]
  bots: Bot[]
  themes: string[]
  version: string
}
export interface Preset {
  translations?: Translations
  id: string
  name: string
  sentence: string
  source: string
  theme: string
  minSeats: number
  maxSeats: number
  /**
   * the start tile included
   */
  tiles: number
  options: OptionValues
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * complete: option to value
 */
export interface OptionValues {
  [k: string]: string
}
export interface Option {
  id: string
  group: string
  name: string
  sentence: string
  rules: string[]
  values: OptionValue[]
  /**
   * further words to find it by
   */
  synonyms?: string[]
  /**
   * numbers only
   */
  minimum?: number
  /**
   * numbers only
   */
  maximum?: number
  translations?: Translations
  default: string
}
export interface OptionValue {
  id: string
  name: string
  sentence: string
  /**
   * how many can play by it, where it says so (SET-2)
   */
  seats?: number
  translations?: Translations
}
export interface Bot {
  id: string
  name: string
  sentence: string
}
export interface OptionValues1 {
  [k: string]: string
}
/**
 * POST /api/games
 */
export interface NewGame {
  preset: string
  options?: OptionValues1
  public?: boolean
  /**
   * whom the host marked (START-1)
   */
  firstSeat?: number
  seats: NewSeat[]
}
export interface NewSeat {
  kind: 'me' | 'open' | 'bot'
  name?: string
  bot?: string
}
/**
 * Answer to POST /api/games. token: the creator's own seats; link: the invite for open seats
 */
export interface Created {
  game: string
  /**
   * opens the game to those who have it, also where nobody may watch
   */
  invite: string
  seats: {
    seat: number
    token?: string
    link?: string
  }[]
}
/**
 * Answer to POST /api/check
 */
export interface Checked {
  /**
   * what is to be said of these rules
   */
  notes: Note[]
}
export interface Note {
  sentence: string
  translations?: Translations
}
/**
 * POST /api/games/ID/join
 */
export interface Join {
  name: string
  invite?: string
  seat?: number
}
export interface Joined {
  seat: number
  token: string
}
/**
 * GET /api/games
 */
export interface GameList {
  games: GameSummary[]
}
export interface GameSummary {
  game: string
  preset: string
  presetName: string
  translations?: Translations1
  /**
   * options off the preset
   */
  changed: ChangedOption[]
  options?: OptionValues2
  seats: Seat[]
  /**
   * damaged: the server cannot read it; nothing else is known then
   */
  status: 'waiting' | 'playing' | 'over' | 'damaged'
  /**
   * 1-based; 0 while waiting
   */
  turn: number
  /**
   * at most
   */
  turns: number
  toMove: number | null
  created: string
  updated: string
  /**
   * seats that the tokens of the call give
   */
  you: number[]
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations1 {
  [k: string]: {
    [k: string]: string
  }
}
export interface ChangedOption {
  /**
   * name and value
   */
  words: string
  translations?: Translations
}
/**
 * complete: option to value
 */
export interface OptionValues2 {
  [k: string]: string
}
export interface Seat {
  seat: number
  name: string
  kind: 'human' | 'bot' | 'open'
  bot?: string
  score: number
  /**
   * in the supply
   */
  followers: number
  /**
   * in the supply; only where abbots play
   */
  abbots?: number
  /**
   * it holds; only where half tiles play
   */
  halfTiles?: number
  online: boolean
}
/**
 * POST /api/analysis/box
 */
export interface AnalysisRules {
  preset: string
  options?: OptionValues1
  seats?: number
}
/**
 * What a table of these rules can be laid from
 */
export interface AnalysisBox {
  preset: string
  presetName: string
  translations?: Translations2
  changed: ChangedOption[]
  notes: Note[]
  theme: string
  /**
   * without half tiles
   */
  tiles: number
  /**
   * of each seat
   */
  figures: {
    figure: FigureType
    count: number
  }[]
  kinds: BoxKind[]
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations2 {
  [k: string]: {
    [k: string]: string
  }
}
export interface BoxKind {
  /**
   * its name in requests
   */
  tile: string
  count: number
  start: boolean
  /**
   * those that look different
   */
  rotations: number[]
  picture: Tile
  places: BoxPlace[]
}
export interface Tile {
  set: string
  id: string
  illustration: string
  /**
   * of the picture
   */
  seed: string
  /**
   * in words, at rotation 0
   */
  name: string
  shape?: HalfShape
  symbols?: TileSymbols
}
export interface BoxPlace {
  place: string
  category: FeatureCategory
  /**
   * what may stand there, and what it is called
   */
  figures: {
    figure: FigureType
    kind: FollowerKind
  }[]
  /**
   * by rotation
   */
  labels: string[]
}
/**
 * POST /api/analysis: preset and seats, or text
 */
export interface Analysis {
  preset?: string
  options?: OptionValues1
  /**
   * names
   *
   * @maxItems 100
   */
  seats?: string[]
  /**
   * @maxItems 250
   */
  tiles?: AnalysisTile[]
  /**
   * @maxItems 128
   */
  followers?: AnalysisFigure[]
  /**
   * so far, by seat
   *
   * @maxItems 100
   */
  score?: number[]
  /**
   * tiles that are neither on the table nor in the box
   *
   * @maxItems 250
   */
  aside?: string[]
  /**
   * a tile whose fitting spaces are wanted
   */
  holding?: string
  /**
   * a position in notation, instead
   */
  text?: string
}
export interface AnalysisTile {
  tile: string
  x: number
  y: number
  rotation: number
}
export interface AnalysisFigure {
  /**
   * index among the tiles
   */
  tile: number
  place: string
  seat: number
  /**
   * follower if left out
   */
  figure?: 'follower' | 'abbot'
}
/**
 * What is impossible, what is left, and what the rest is worth if the game ended here
 */
export interface AnalysisResult {
  entered: EnteredTable
  presetName: string
  translations?: Translations3
  changed: ChangedOption[]
  notes: Note[]
  problems: TableProblem[]
  /**
   * what is counted; segments name these
   */
  pieces: AnalysisPiece[]
  /**
   * what is counted
   */
  figures: AnalysisFollower[]
  /**
   * every tile of the box; negative: more are out than it holds
   */
  left: {
    tile: string
    left: number
    of: number
  }[]
  /**
   * without half tiles, as tiles of the box
   */
  leftTotal: number
  supply: {
    seat: number
    follower: number
    abbot?: number
  }[]
  /**
   * where the tile of holding fits
   */
  fits: {
    x: number
    y: number
    rotations: number[]
  }[]
  result: AnalysisScore
  editions: EditionScore[]
  differences: EditionDifference[]
  rulings?: RulingScores
  rulingDifferences?: EditionDifference[]
  /**
   * the position in notation
   */
  text: string
  /**
   * whether the program reads that text as a position
   */
  exact: boolean
}
/**
 * An Analysis with everything filled in
 */
export interface EnteredTable {
  preset: string
  options: OptionValues3
  seats: string[]
  tiles: AnalysisTile[]
  followers: AnalysisFigure[]
  score: number[]
  aside: string[]
}
/**
 * off the preset
 */
export interface OptionValues3 {
  [k: string]: string
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations3 {
  [k: string]: {
    [k: string]: string
  }
}
export interface TableProblem {
  severity: 'impossible' | 'note'
  sentence: string
  /**
   * id; may be empty
   */
  rule: string
  rules: RuleText[]
  /**
   * indices, the offender first
   */
  tiles: number[]
  /**
   * indices
   */
  followers: number[]
  space: Space | null
  /**
   * of the first tile, as it lies
   */
  side: 'north' | 'east' | 'south' | 'west' | 'diagonal' | null
  counted: boolean
}
export interface RuleText {
  id: string
  title: string
  text: string
  source: string
  translations?: Translations
  /**
   * a sentence where the documents leave a gap; else empty
   */
  reading: string
}
/**
 * A Piece, and which of the tiles entered it is
 */
export interface AnalysisPiece {
  set: string
  id: string
  illustration: string
  seed: string
  name: string
  piece: number
  shape?: HalfShape
  symbols?: TileSymbols
  x: number
  y: number
  rotation: number
  index: number
}
/**
 * A Follower, and which of the followers entered it is
 */
export interface AnalysisFollower {
  id: number
  seat: number
  piece: number
  place: string
  kind: FollowerKind
  index: number
}
export interface AnalysisScore {
  /**
   * before, by seat
   */
  score: number[]
  total: number[]
  table: Category[]
  awards: Award[]
}
export interface Category {
  translations: Translations
  category: string
  name: string
  /**
   * by seat
   */
  points: number[]
  /**
   * award ids by seat
   */
  awards: number[][]
}
export interface Award {
  id: number
  turn: number
  final: boolean
  category: FeatureCategory
  completed: boolean
  reason: 'completed' | 'unfinished' | 'field' | 'fieldCity' | 'returned'
  segments: Segment[]
  spaces: Space[]
  tiles: number
  shields: number
  /**
   * fields: the completed cities at it
   */
  cities?: {
    segments: Segment[]
    spaces: Space[]
  }[]
  /**
   * FIELD-1ST: the fields with farmers at the city
   */
  fields?: {
    segments: Segment[]
    spaces: Space[]
  }[]
  followers: {
    seat: number
    count: number
  }[]
  owners: number[]
  points: SeatPoints[]
  perSpace: {
    x: number
    y: number
    label: string
  }[]
  title: string
  sum: string
  sentence: string
  /**
   * while it is being scored
   */
  headline: string
  translations: Translations4
  rules: RuleText[]
  /**
   * ids of the followers that go home
   */
  returned: number[]
}
/**
 * One feature of one tile
 */
export interface Segment {
  /**
   * -1: the tile in hand
   */
  piece: number
  place: string
}
export interface SeatPoints {
  seat: number
  points: number
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations4 {
  [k: string]: {
    [k: string]: string
  }
}
export interface EditionScore {
  /**
   * or own: these rules count like no edition
   */
  preset: string
  name: string
  translations?: Translations5
  /**
   * names of further editions that score alike
   */
  sameAs: string[]
  /**
   * how these rules themselves count; the first of all
   */
  own: boolean
  options: OptionValues1
  total: number[]
  table: Category[]
  awards: Award[]
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations5 {
  [k: string]: {
    [k: string]: string
  }
}
export interface EditionDifference {
  category: string
  name: string
  translations?: Translations6
  /**
   * by edition, then by seat
   */
  points: number[][]
  /**
   * what decides, by edition
   */
  rules: string[]
  texts: RuleText[]
  sentence: string
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations6 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * POST /api/compare: a game or a position in notation
 */
export interface Compare {
  text: string
}
/**
 * A game or a position by every edition
 */
export interface Comparison {
  game?: string
  of: 'game' | 'position'
  over: boolean
  turn: number
  preset: string
  presetName: string
  translations?: Translations7
  changed: ChangedOption[]
  /**
   * names
   */
  seats: string[]
  pieces: Piece[]
  /**
   * on the board
   */
  figures: Follower[]
  editions: EditionScore[]
  differences: EditionDifference[]
  rulings?: RulingScores
  rulingDifferences?: EditionDifference[]
  /**
   * the position, for the analysis board; null: over, or hands are hidden
   */
  text: string | null
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations7 {
  [k: string]: {
    [k: string]: string
  }
}
export interface Piece {
  set: string
  id: string
  illustration: string
  seed: string
  name: string
  shape?: HalfShape
  symbols?: TileSymbols
  /**
   * 0: the start tile
   */
  piece: number
  x: number
  y: number
  rotation: number
}
export interface Follower {
  id: number
  seat: number
  piece: number
  place: string
  kind: FollowerKind
}
/**
 * GET /api/rules
 */
export interface RuleList {
  rules: RuleText[]
}
/**
 * Body of every answer with status 4xx or 5xx
 */
export interface ErrorBody {
  error: GameError
}
export interface GameError {
  message: string
  expected?: string
  rule?: string
  source?: string
  line?: number
  column?: number
  /**
   * under which the server's log says more
   */
  request?: string
  translations?: Translations8
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations8 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * The first message: what the welcome is made from
 */
export interface Hello {
  type: 'hello'
  /**
   * last event the client has; 0: none
   */
  since: number
  /**
   * a seat's token, or the invite where not everybody may watch; without a token one watches
   */
  key?: string
}
/**
 * One whole turn: the placement, and the follower or '-' where there is a choice
 */
export interface Play {
  type: 'play'
  /**
   * comes back in the answer
   */
  ref: number
  /**
   * made by the client, another one for each play of its seat: sent again after a lost answer, the play is done once
   */
  id?: string
  /**
   * last event seen
   */
  seq: number
  moves: string[]
}
export interface Ping {
  type: 'ping'
}
export interface Welcome {
  type: 'welcome'
  game: GameSummary
  you: number | null
  seq: number
  events: Event[]
  turn: Turn | null
}
export interface StartedEvent {
  type: 'started'
  seq: number
  at: string
  seats: Seat[]
  /**
   * who begins, or is asked who does
   */
  firstSeat: number
  /**
   * how it was found (START-1)
   */
  opening?: string
  translations?: Translations9
  /**
   * in the whole game, the start tile included
   */
  tiles: number
  /**
   * SHA-256 of the seed
   */
  commitment: string
  /**
   * where half tiles play: how many a seat gets, dealt hidden (first) or picked openly
   */
  reserve?: {
    size: number
    deal: 'first' | 'draft'
  }
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations9 {
  [k: string]: {
    [k: string]: string
  }
}
export interface PlacedEvent {
  type: 'placed'
  seq: number
  at: string
  piece: Piece
  /**
   * null: the start tile
   */
  seat: number | null
  turn: number
  /**
   * a half tile out of the seat's reserve
   */
  reserve?: true
  table?: TableEdge
}
/**
 * where the table has an edge: with the first tile, and when it moved
 */
export interface TableEdge {
  kind: 'fixed' | 'shift'
  areas: Area[]
  /**
   * the edge completes features (HOUSE-BORDER)
   */
  closes: boolean
}
/**
 * Spaces, both ends included
 */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}
export interface DrawnEvent {
  type: 'drawn'
  seq: number
  at: string
  seat: number
  /**
   * null: in a hidden hand
   */
  tile: Tile | null
  /**
   * it goes into the seat's hand
   */
  hand: boolean
  /**
   * tiles still in the stack
   */
  left: number
}
export interface SetAsideEvent {
  type: 'setAside'
  seq: number
  at: string
  seat: number
  tile: Tile
  left: number
  /**
   * DRAW-3: it goes back into the bag
   */
  rule: 'DRAW-2' | 'DRAW-3'
}
export interface FollowerEvent {
  type: 'follower'
  seq: number
  at: string
  follower: Follower
  /**
   * added to one that stands there already
   */
  rule?: 'HALF-CROP'
}
/**
 * The seat could have placed one
 */
export interface NoFollowerEvent {
  type: 'noFollower'
  seq: number
  at: string
  seat: number
  /**
   * could have added one to one of its own
   */
  rule?: 'HALF-CROP'
}
export interface AwardEvent {
  type: 'award'
  seq: number
  at: string
  award: Award
}
export interface TurnEvent {
  type: 'turn'
  seq: number
  at: string
  seat: number
  turn: number
}
export interface OverEvent {
  type: 'over'
  seq: number
  at: string
  ranking: Ranking[]
  table: Category[]
  /**
   * who won and by how much
   */
  outcome: string
  translations: Translations10
  seed: string
  /**
   * ids of the followers that go home at the end
   */
  returned: number[]
  /**
   * what lay under hills
   */
  buried?: {
    piece: number
    tile: Tile
  }[]
  /**
   * half tiles that were not laid, by seat
   */
  reserves?: {
    seat: number
    tiles: Tile[]
  }[]
}
export interface Ranking {
  seat: number
  place: number
  points: number
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations10 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * An offer for the drawn tile; 0: none (HOUSE-BUY)
 */
export interface BidEvent {
  type: 'bid'
  seq: number
  at: string
  seat: number
  points: number
}
/**
 * The drawn tile changes hands, the points too (HOUSE-BUY)
 */
export interface SoldEvent {
  type: 'sold'
  seq: number
  at: string
  seller: number
  buyer: number
  points: number
}
/**
 * The seat has another turn (HOUSE-HOLE)
 */
export interface AgainEvent {
  type: 'again'
  seq: number
  at: string
  seat: number
  rule: 'HOUSE-HOLE'
}
/**
 * A half tile goes into a seat's reserve (HALF-2)
 */
export interface DealtEvent {
  type: 'dealt'
  seq: number
  at: string
  seat: number
  /**
   * null: hidden from this connection
   */
  tile: Tile | null
  /**
   * half tiles it holds now
   */
  held: number
}
export interface PickedEvent {
  type: 'picked'
  seq: number
  at: string
  seat: number
  tile: Tile
  /**
   * half tiles it holds now
   */
  held: number
  round: number
}
/**
 * A tile of the stack goes unseen under the hill (HALF-HILL)
 */
export interface BuriedEvent {
  type: 'buried'
  seq: number
  at: string
  seat: number
  /**
   * the hill
   */
  piece: number
  /**
   * null: the game is not over
   */
  tile: Tile | null
  /**
   * tiles still in the stack
   */
  left: number
}
/**
 * What every seat is to do after a crop circle (HALF-CROP)
 */
export interface ChosenEvent {
  type: 'chosen'
  seq: number
  at: string
  seat: number
  figure: CropFigure
  action: CropAction
  words: string
  translations: Translations
}
/**
 * A follower is sent home by an answer; it earns nothing
 */
export interface HomeEvent {
  type: 'home'
  seq: number
  at: string
  seat: number
  /**
   * id
   */
  follower: number
  rule: 'HALF-CROP'
}
/**
 * The seat laid no half tile and had nothing to draw: it does without this turn
 */
export interface PassedEvent {
  type: 'passed'
  seq: number
  at: string
  seat: number
  turn: number
}
/**
 * The seat that was asked says who begins (START-1)
 */
export interface BeginsEvent {
  type: 'begins'
  seq: number
  at: string
  seat: number
  /**
   * the seat that begins
   */
  first: number
  words: string
  translations: Translations
}
/**
 * The second table is put there, because a tile fits nowhere on the first (TABLE-EXTEND)
 */
export interface ExtendedEvent {
  type: 'extended'
  seq: number
  at: string
  table: TableEdge1
  rule: 'TABLE-EXTEND'
  words: string
  translations: Translations
}
/**
 * The spaces where tiles may lie (TABLE-*). shift: how far the landscape may still reach
 */
export interface TableEdge1 {
  kind: 'fixed' | 'shift'
  areas: Area[]
  /**
   * the edge completes features (HOUSE-BORDER)
   */
  closes: boolean
}
export interface Turn {
  seat: number
  turn: number
  left: number
  /**
   * what the seat is asked
   */
  phase: 'tile' | 'offer' | 'sale' | 'pick' | 'reserve' | 'choice' | 'answer' | 'begins'
  tile: Tile | null
  /**
   * empty unless this connection may move
   */
  placements: Placement[]
  /**
   * instead of tile and placements: every tile that this connection may place from its hand
   */
  hand?: HeldTile[]
  /**
   * every half tile that this connection may lay, those that fit nowhere without placements; with hands beside hand
   */
  reserve?: HeldTile[]
  /**
   * phase reserve: what this connection may do instead of laying a half tile
   */
  goOn?: {
    move: string
    /**
     * newHand: nothing in the hand fits; nothing: no tile is left to draw; end: nothing in the bag fits
     */
    then: 'draw' | 'newHand' | 'nothing' | 'end'
    words: string
    translations: Translations
  }
  /**
   * phase pick (HALF-2), seen by all
   */
  pick?: {
    round: number
    rounds: number
    pool: {
      tile: Tile
      /**
       * only if this connection may move
       */
      move?: string
    }[]
  }
  /**
   * phase begins (START-1): whom this connection may name
   */
  begins?: {
    seat: number
    move: string
  }[]
  /**
   * phase choice (HALF-CROP): what this connection may choose
   */
  choice?: CropChoice[]
  /**
   * phase answer (HALF-CROP), seen by all
   */
  answer?: {
    /**
     * the seat that chose
     */
    of: number
    figure: CropFigure
    action: CropAction
    words: string
    translations: Translations
    /**
     * empty unless this connection may move
     */
    followers: AnswerOption[]
    /**
     * the move that adds none; absent: one has to come home
     */
    pass?: string
  }
  /**
   * this connection may offer points for the tile: bid:N, 0 for none
   */
  offer?: {
    /**
     * the drawer
     */
    from: number
    most: number
  }
  /**
   * while offers are made for the tile: what it can complete now and no other tile left can
   */
  atStake?: Feature[]
  /**
   * this connection may take one of the offers by its move, or keep the tile: keep
   */
  sale?: {
    seat: number
    points: number
    move: string
  }[]
}
export interface Placement {
  x: number
  y: number
  /**
   * in order of rotation
   */
  ways: Way[]
}
export interface Way {
  rotation: number
  move: string
  completes: Completion[]
  /**
   * empty: no follower can be placed, the turn is [move]
   */
  places: Place[]
}
export interface Completion {
  translations: Translations
  category: FeatureCategory
  segments: Segment[]
  spaces: Space[]
  title: string
  points: SeatPoints[]
}
export interface Place {
  place: string
  move: string
  kind: FollowerKind
  segments: Segment[]
  /**
   * tiles of the feature
   */
  size: number
  /**
   * what it would score now if this turn completes it, else 0
   */
  points: number
  label: string
  /**
   * not a place: the abbot is taken back instead (ABBOT-2)
   */
  home?: boolean
}
export interface HeldTile {
  tile: Tile
  placements: Placement[]
}
export interface CropChoice {
  move: string
  figure: CropFigure
  action: CropAction
  words: string
  translations: Translations
  /**
   * who would be asked, in order; empty: it would have no effect
   */
  seats: number[]
}
/**
 * Where this connection has followers of the kind chosen
 */
export interface AnswerOption {
  move: string
  piece: number
  place: string
  x: number
  y: number
  kind: FollowerKind
  label: string
  /**
   * ids of its followers there
   */
  figures: number[]
}
/**
 * A feature as it lies now
 */
export interface Feature {
  category: FeatureCategory
  completed: boolean
  segments: Segment[]
  spaces: Space[]
  title: string
  translations?: Translations
  followers: {
    seat: number
    count: number
  }[]
  /**
   * seats with the majority
   */
  owners: number[]
  /**
   * what it would earn if the game ended now
   */
  points: number
}
export interface Update {
  type: 'update'
  seq: number
  events: Event[]
  turn: Turn | null
}
/**
 * Answer to a play of which nothing is kept, or to what is no message
 */
export interface Refused {
  type: 'refused'
  ref?: number
  error: GameError
  turn: Turn | null
}
/**
 * Answer to a play that is on the disk, also when it was sent again; its events come in an update
 */
export interface Accepted {
  type: 'accepted'
  ref: number
}
/**
 * Answer to a play with which the disk failed: an update follows as soon as it works, which shows whether the play counts
 */
export interface Unknown {
  type: 'unknown'
  ref: number
  error: GameError
}
/**
 * No answer yet: writing the play down takes long
 */
export interface Waiting {
  type: 'waiting'
  ref: number
}
export interface Presence {
  type: 'presence'
  seats: Seat[]
}
export interface Pong {
  type: 'pong'
}
/**
 * GET /api/games/ID/features: everything on the board
 */
export interface FeatureList {
  /**
   * the last event it takes in
   */
  seq: number
  features: Feature[]
}
/**
 * GET /art/THEME/defs.json
 */
export interface Art {
  svg: string
  css: string
}
/**
 * GET /art/THEME/followers.json
 */
export interface FollowerArt {
  svg: string
}
export interface TileArt {
  ground: string
  tall: string
  /**
   * the tile's corners as it lies
   */
  outline: Space[]
  /**
   * path data by place
   */
  regions: {
    [k: string]: string
  }
  /**
   * feet by place
   */
  spots: {
    [k: string]: Space
  }
}
export interface LayerArt {
  pieces: {
    y: number
    svg: string
  }[]
}
