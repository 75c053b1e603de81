// Generated from src/server/protocol.schema.json by `npm run protocol`; do not edit.

/**
 * absent: square. Half: at rotation 0 the right angle lies SW, the long side from the NW to the SE corner. Twin: two squares, at rotation 0 the second one in the east, and x,y are the space of the first one
 */
export type TileShape = 'half' | 'twin'
/**
 * what is drawn on it and has a rule; what is drawn twice stands twice
 */
export type TileSymbols = {
  symbol: string
  rule: string
}[]
/**
 * owners: whose a feature is; effects: what an answer would bring; tiles: which are left; odds: how many of them fit a space; projection: what would be scored if the game ended now; analysis: this game by every edition
 */
export type Aid = 'owners' | 'effects' | 'tiles' | 'odds' | 'projection' | 'analysis'
/**
 * all that the table allows before the end; none: everything
 */
export type AidList = Aid[]
/**
 * of a seat that somebody takes, where the seed is made together: SHA-256 of the share that it will give
 */
export type SharePromise = string
export type AidList1 = Aid[]
/**
 * why a seat plays no more; away: others have gone on without it
 */
export type Gone = 'resigned' | 'time' | 'away'
/**
 * Things that seats hold and that are neither tiles nor figures; only where there are such
 */
export type TokenSorts = {
  /**
   * drawn as the symbol icon-TOKEN
   */
  token: string
  name: string
  translations: Translations
  /**
   * id
   */
  rule: string
}[]
/**
 * all that the table allows before the end; absent: everything
 */
export type AidList2 = Aid[]
/**
 * follower, or as an expansion calls it
 */
export type FigureType = string
/**
 * A figure without a seat has a name of its own
 */
export type FollowerKind = ('knight' | 'highwayman' | 'monk' | 'farmer') | string
export type FeatureCategory =
  'road' | 'city' | 'cloister' | 'field' | 'garden' | 'chapter' | 'pyramid' | 'building' | 'quarter' | 'hut' | 'trap'
/**
 * @minItems 2
 * @maxItems 2
 */
export type Space = [number, number]
/**
 * Where tiles share spaces: the game's own rules under each ruling of HALF-7. preset: the ruling, such as 2021-01
 */
export type RulingScores = EditionScore[]
/**
 * A line of GET /api/bot/games/ID/stream
 */
export type BotLine = BotWelcome | BotState | Freed
export type ClientMessage = Hello | Play | Try | Say | Takeback | ClockChange | Claim | Ping
export type ServerMessage = Welcome | Update | Refused | Accepted | Unknown | Waiting | Tried | Presence | Freed | Pong
export type Event =
  | StartedEvent
  | DidEvent
  | AwardEvent
  | TurnEvent
  | RematchEvent
  | SaidEvent
  | RenamedEvent
  | TakebackEvent
  | ClockEvent
  | StandInEvent
  | OverEvent
export type Change =
  | PieceChange
  | FigureChange
  | PileChange
  | AsideChange
  | PointsChange
  | LeftChange
  | TableChange
  | TokenChange
  | HeapChange
  | GoneChange
/**
 * the foot of what may be heaped on it
 *
 * @minItems 2
 * @maxItems 2
 */
export type Space1 = [number, number]

/**
 * All shapes that pass between server and client.
 */
export interface Protocol {
  Setup?: Setup
  Start?: Start
  Preset?: Preset
  Box?: Box
  Card?: Card
  CardFigure?: CardFigure
  OptionValues?: OptionValues2
  Option?: Option
  Translations?: Translations
  OptionValue?: OptionValue
  Bot?: Bot
  Names?: Names
  NamesById?: NamesById
  NewGame?: NewGame
  AidList?: AidList1
  Aid?: Aid
  NewSeat?: NewSeat
  Created?: Created
  Checked?: Checked
  Note?: Note
  NewAccount?: NewAccount
  SignIn?: SignIn
  SignOut?: SignOut
  Done?: Done
  AccountSession?: AccountSession
  Account?: Account
  AccountRating?: AccountRating
  Rating?: Rating
  Duplicate?: Duplicate
  GameRatings?: GameRatings
  Leaderboards?: Leaderboards
  Leaderboard?: Leaderboard
  LeaderboardRow?: LeaderboardRow
  ShowOnBoards?: ShowOnBoards
  SignedIn?: SignedIn
  EndSessions?: EndSessions
  SetPassphrase?: SetPassphrase
  BringSeats?: BringSeats
  BroughtSeats?: BroughtSeats
  DeleteAccount?: DeleteAccount
  AccountGames?: AccountGames
  AccountExport?: AccountExport
  Join?: Join
  Joined?: Joined
  LeaveGame?: LeaveGame
  Rematch?: Rematch
  GiveShare?: GiveShare
  BeginWithout?: BeginWithout
  SharePromise?: SharePromise
  BestOf?: BestOf
  Rematched?: Rematched
  TimeControl?: TimeControl
  Clock?: Clock
  Gone?: Gone
  Away?: Away
  SeatBot?: SeatBot
  FreeSeat?: FreeSeat
  Seated?: Seated
  GameList?: GameList
  GameSummary?: GameSummary
  ChangedOption?: ChangedOption
  Seat?: Seat
  AnalysisRules?: AnalysisRules
  AnalysisBox?: AnalysisBox
  BoxFurther?: BoxFurther
  BoxNeutral?: BoxNeutral
  FigureType?: FigureType
  BoxKind?: BoxKind
  BoxPlace?: BoxPlace
  Analysis?: Analysis
  AnalysisTile?: AnalysisTile
  AnalysisKept?: AnalysisKept
  AnalysisFigure?: AnalysisFigure
  AnalysisNeutral?: AnalysisNeutral
  AnalysisHeld?: AnalysisHeld
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
  Review?: Review
  Decision?: Decision
  Judged?: Judged
  RuleList?: RuleList
  Combinations?: Combinations
  CombinationThing?: CombinationThing
  Combination?: Combination
  RuleText?: RuleText
  BotLine?: BotLine
  BotState?: BotState
  BotWelcome?: BotWelcome
  BotMove?: BotMove
  BotPlay?: BotPlay
  BotPlayed?: BotPlayed
  BotTry?: BotTry
  BotTried?: BotTried
  ErrorBody?: ErrorBody
  GameError?: GameError
  ClientMessage?: ClientMessage
  Hello?: Hello
  Play?: Play
  Try?: Try
  Say?: Say
  Takeback?: Takeback
  ClockWish?: ClockWish
  ClockChange?: ClockChange
  Claim?: Claim
  Ping?: Ping
  ServerMessage?: ServerMessage
  Welcome?: Welcome
  Update?: Update
  Accepted?: Accepted
  Unknown?: Unknown
  Waiting?: Waiting
  Refused?: Refused
  Tried?: Tried
  TriedDid?: TriedDid
  Presence?: Presence
  Freed?: Freed
  Pong?: Pong
  Event?: Event
  StartedEvent?: StartedEvent
  DidEvent?: DidEvent
  Change?: Change
  GoneChange?: GoneChange
  PieceChange?: PieceChange
  FigureChange?: FigureChange
  Standing?: Standing
  PileChange?: PileChange
  AsideChange?: AsideChange
  PointsChange?: PointsChange
  TokenSorts?: TokenSorts
  TokenChange?: TokenChange
  LeftChange?: LeftChange
  HeapChange?: HeapChange
  TableChange?: TableChange
  TableEdge?: TableEdge1
  Area?: Area
  AwardEvent?: AwardEvent
  SaidEvent?: SaidEvent
  RenamedEvent?: RenamedEvent
  RematchEvent?: RematchEvent
  TakebackEvent?: TakebackEvent
  ClockEvent?: ClockEvent
  StandInEvent?: StandInEvent
  TurnEvent?: TurnEvent
  OverEvent?: OverEvent
  Ranking?: Ranking
  Tile?: Tile1
  TileShape?: TileShape
  TileSymbols?: TileSymbols
  Piece?: Piece
  FollowerKind?: FollowerKind
  FeatureCategory?: FeatureCategory
  Follower?: Follower
  Segment?: Segment
  Space?: Space
  SeatPoints?: SeatPoints
  Term?: Term
  Award?: Award
  Category?: Category
  Turn?: Turn
  Ask?: Ask
  AskOption?: AskOption
  Spot?: Spot1
  AskPicture?: AskPicture1
  AskNumber?: AskNumber
  Effect?: Effect
  Completion?: Completion
  FeatureList?: FeatureList
  GameAids?: GameAids
  Feature?: Feature
  Art?: Art
  FollowerArt?: FollowerArt
  TileArt?: TileArt
  Tiles?: Tiles
  Layers?: Layers
  OverArt?: OverArt
  LayerArt?: LayerArt
}
/**
 * GET /api/setup
 */
export interface Setup {
  presets: Preset[]
  boxes: Box[]
  cards: Card[]
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
  /**
   * about, of a game of two
   */
  minutes: number
  /**
   * about, for each further seat
   */
  minutesMore: number
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
/**
 * a box that many have: a preset with settings
 */
export interface Box {
  translations?: Translations
  id: string
  name: string
  sentence: string
  source: string
  preset: string
  options: OptionValues1
}
/**
 * what it sets apart from the preset
 */
export interface OptionValues1 {
  [k: string]: string
}
/**
 * an expansion on the set-up page; its name is that of its option
 */
export interface Card {
  translations?: Translations
  id: string
  option: string
  /**
   * of the option: switches it on; its default switches it off
   */
  value: string
  /**
   * at most 60 letters
   */
  sentence: string
  tile: Tile
  /**
   * before the picture: a figure, or a symbol of tiles
   */
  sign?: string
  /**
   * own: it stands apart from the others
   */
  size: 'own' | 'large' | 'small'
  /**
   * options that stand on it while it is on
   */
  choices: string[]
  /**
   * all of the expansion
   */
  options: string[]
  figures: CardFigure[]
  /**
   * that come with it
   */
  tiles: number
  /**
   * about, by which a game gets longer
   */
  minutes: number
}
/**
 * its picture
 */
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
  shape?: TileShape
  symbols?: TileSymbols
}
export interface CardFigure {
  figure: string
  name: string
  count: number
  /**
   * each has so many; otherwise there are so many in all
   */
  seats: boolean
  translations?: Translations
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
  /**
   * it has an effect only where each of these options has one of the values
   */
  onlyWhen?: {
    [k: string]: string[]
  }
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
  /**
   * as measured; absent: it was not
   */
  elo?: number
  /**
   * of elo, either way, at 95 %
   */
  elo_error?: number
  /**
   * seconds a move; absent: not measured
   */
  think?: number
  translations?: Translations
}
/**
 * GET /api/start: what of Setup the first page needs
 */
export interface Start {
  presets: {
    id: string
    theme: string
  }[]
  bots: Bot[]
}
export interface OptionValues2 {
  [k: string]: string
}
/**
 * GET /api/names/LANGUAGE: what messages name in English or by an id alone. Tiles by set and id: 'base-c1 21'
 */
export interface Names {
  tiles: NamesById
  figures: NamesById
  piles: NamesById
}
export interface NamesById {
  [k: string]: string
}
/**
 * POST /api/games
 */
export interface NewGame {
  preset: string
  options?: OptionValues2
  public?: boolean
  time?: TimeControl
  /**
   * it counts for the ratings of its seats, which are different accounts; none: it does not
   */
  rated?: boolean
  aids?: AidList
  /**
   * so many games decide together, with as many rematches; none: each by itself
   */
  bestOf?: 1 | 3 | 5
  /**
   * the seed is made of what the seats give, too ('promise'); none: by the server alone
   */
  together?: boolean
  /**
   * so many games with the same draws, all with these rules and bots: in the others all people's seats are open, by the same invite. Not with public, bestOf or together
   */
  duplicate?: number
  /**
   * whom the host marked (START-1)
   */
  firstSeat?: number
  seats: NewSeat[]
}
/**
 * Seconds: a stock for the whole game and what each turn adds to it, or so much for each decision
 */
export interface TimeControl {
  stock?: number
  increment?: number
  each?: number
}
export interface NewSeat {
  kind: 'me' | 'open' | 'bot'
  name?: string
  bot?: string
  promise?: SharePromise
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
  /**
   * the creator's seats are those of who is signed in, who needs no tokens
   */
  owned?: boolean
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
  /**
   * whole ones, all that are in the game
   */
  tiles: number
  halves: number
  /**
   * cards that could not be added as they switch it on
   */
  clashes: {
    card: string
    error: GameError
  }[]
}
export interface Note {
  sentence: string
  translations?: Translations
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
  translations?: Translations1
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations1 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * POST /api/account
 */
export interface NewAccount {
  name: string
  /**
   * 8 to 200 characters
   */
  passphrase: string
  /**
   * what its owner will know it by, such as the browser's name
   */
  device?: string
}
/**
 * POST /api/account/sign-in
 */
export interface SignIn {
  name: string
  passphrase: string
  device?: string
}
/**
 * POST /api/account/sign-out: this session ends
 */
export interface SignOut {}
/**
 * Answer to sign-out and delete
 */
export interface Done {}
export interface AccountSession {
  /**
   * names it; gives nothing
   */
  id: string
  device: string
  created: string
  /**
   * the day on which it was used last
   */
  seen: string
  /**
   * this one asks
   */
  current: boolean
}
/**
 * GET /api/account
 */
export interface Account {
  name: string
  created: string
  /**
   * the last used first
   */
  sessions: AccountSession[]
  /**
   * the most played first; none before a rated game
   */
  ratings: AccountRating[]
  /**
   * on leaderboards, once it has a rating that is sure enough
   */
  shown: boolean
}
export interface AccountRating {
  /**
   * preset and number of seats, such as new-2
   */
  category: string
  preset: string
  presetName: string
  translations: Translations2
  seats: number
  rating: number
  /**
   * as it has grown up to now
   */
  deviation: number
  provisional: boolean
  games: number
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations2 {
  [k: string]: {
    [k: string]: string
  }
}
export interface Rating {
  rating: number
  deviation: number
  /**
   * deviation above 110
   */
  provisional: boolean
}
/**
 * Games with the same draws. over: all of them are; only then there are 'better' and the seed, and points of other games than the one that is asked for. better: points above the average of the others of one's game, compared with what the same seat of the other games has on average
 */
export interface Duplicate {
  over: boolean
  /**
   * what the draws came from
   */
  seed?: string
  games: {
    game: string
    status: 'waiting' | 'playing' | 'over' | 'damaged'
    turn: number
    turns: number
    seats: {
      seat: number
      name: string
      kind: 'human' | 'bot' | 'open'
      gone?: Gone
      points?: number
      better?: number
    }[]
  }[]
}
/**
 * GET /api/games/ID/ratings
 */
export interface GameRatings {
  category: string
  /**
   * void: over, and not rated, or nobody is left of it: accounts were deleted
   */
  status: 'open' | 'rated' | 'void'
  /**
   * those that are an account's; after: once the game is over
   */
  seats: {
    seat: number
    before: Rating
    after?: Rating
  }[]
}
/**
 * GET /api/leaderboards: categories in which a game was rated
 */
export interface Leaderboards {
  categories: {
    category: string
    preset: string
    presetName: string
    translations: Translations
    seats: number
    /**
     * that stand on it
     */
    accounts: number
  }[]
  /**
   * the greatest deviation with which one stands on a leaderboard
   */
  surest: number
}
/**
 * GET /api/leaderboards/CATEGORY?from=: the best 50 but for the first `from`
 */
export interface Leaderboard {
  category: string
  preset: string
  presetName: string
  translations: Translations
  seats: number
  rows: LeaderboardRow[]
  more: boolean
}
export interface LeaderboardRow {
  /**
   * from 1; equal ratings have the same
   */
  rank: number
  /**
   * of the account
   */
  name: string
  rating: number
  deviation: number
  games: number
  /**
   * the account that asks
   */
  you?: true
}
/**
 * POST /api/account/board
 */
export interface ShowOnBoards {
  shown: boolean
}
/**
 * Answer to POST /api/account and sign-in. session: its token, for `Authorization: Bearer` and Hello.session
 */
export interface SignedIn {
  account: Account
  session: string
}
/**
 * POST /api/account/sessions: this session ends, or all but the one that asks
 */
export interface EndSessions {
  /**
   * its id; none: all others
   */
  session?: string
}
/**
 * POST /api/account/passphrase: other sessions end
 */
export interface SetPassphrase {
  old: string
  /**
   * 8 to 200 characters
   */
  new: string
}
/**
 * POST /api/account/seats, with keys: these seats are the account's from now on
 */
export interface BringSeats {}
export interface BroughtSeats {
  /**
   * that the keys gave
   */
  seats: number
}
/**
 * POST /api/account/delete
 */
export interface DeleteAccount {
  passphrase: string
}
/**
 * GET /api/account/games?from=: games in which the account has seats, those that go on first, but for the first `from`
 */
export interface AccountGames {
  games: GameSummary[]
  more: boolean
}
export interface GameSummary {
  game: string
  preset: string
  presetName: string
  translations?: Translations3
  /**
   * options off the preset
   */
  changed: ChangedOption[]
  options?: OptionValues3
  tokens?: TokenSorts
  seats: Seat[]
  time?: TimeControl1
  /**
   * the category in which it is rated; absent: it is not
   */
  rated?: string
  aids?: AidList2
  bestOf?: BestOf
  /**
   * ids of the games with the same draws, this one among them
   */
  duplicate?: string[]
  /**
   * SHA-256 of the server's secret, where the seed is made together
   */
  commitment?: string
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
  /**
   * while waiting: the seat of whoever made it; of other games with the same draws, of who joined first
   */
  host?: number
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
export interface Translations3 {
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
export interface OptionValues3 {
  [k: string]: string
}
/**
 * Former versions: figures beyond followers by the plural of their name, no figures
 */
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
   * in the supply beyond followers, by name; only where such play
   */
  figures?: {
    [k: string]: number
  }
  /**
   * how many it has of each sort, by name; only where there are such
   */
  tokens?: {
    [k: string]: number
  }
  /**
   * it holds of those dealt at first; only where there are such (HALF-2)
   */
  given?: number
  gone?: Gone
  /**
   * the bot that plays for who is away, until they are back
   */
  standIn?: string
  /**
   * open, but kept for whoever has this name
   */
  kept?: true
  /**
   * of the seed, before the game begins: promised, and given (or lost)
   */
  share?: {
    promise: SharePromise
    given: boolean
  }
  online: boolean
  [k: string]: unknown
}
/**
 * Seconds: a stock for the whole game and what each turn adds to it, or so much for each decision
 */
export interface TimeControl1 {
  stock?: number
  increment?: number
  each?: number
}
/**
 * Games that decide together, and how they stand; absent: this one decides by itself
 */
export interface BestOf {
  /**
   * at most
   */
  of: number
  /**
   * which of them this is, from 1
   */
  game: number
  /**
   * by seat: games won before this one, or with it if it is over; a shared one is half a one
   */
  points: number[]
  /**
   * nobody can catch up with the first any more
   */
  decided: boolean
  /**
   * how it stands, when this one is over
   */
  text?: string
  translations?: Translations4
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations4 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * GET /api/account/export: all that the server has of an account
 */
export interface AccountExport {
  written: string
  account: Account
  games: {
    game: string
    seat: number
    name?: string
    status: 'waiting' | 'playing' | 'over' | 'damaged'
    created?: string
    updated?: string
    /**
     * what the game made of the rating; absent: it was not rated
     */
    rated?: {
      category: string
      place: number
      day: string
      before: Rating
      after: Rating
    }
    /**
     * as the seat may see it (docs/notation.md); null: the game has not begun
     */
    record?: string | null
    /**
     * from this seat
     */
    said?: {
      at: string
      text: string
    }[]
  }[]
}
/**
 * POST /api/games/ID/join
 */
export interface Join {
  name: string
  invite?: string
  seat?: number
  promise?: SharePromise
}
export interface Joined {
  seat: number
  token: string
  /**
   * the seat is that of who is signed in, who needs no token
   */
  owned?: boolean
}
/**
 * POST /api/games/ID/leave, with the key of the seat: it plays no more
 */
export interface LeaveGame {
  /**
   * where the keys give several
   */
  seat?: number
}
/**
 * POST /api/games/ID/rematch, with the key of a seat; ID is over. The first call makes the game, others find it
 */
export interface Rematch {}
/**
 * POST /api/games/ID/share, when every seat is taken: the share that was promised, or an empty one if it is lost. The last one begins the game
 */
export interface GiveShare {
  seat: number
  share: string
}
/**
 * POST /api/games/ID/begin, with the key of a seat: begins without the shares that have been waited for for ten seconds
 */
export interface BeginWithout {}
/**
 * The game that follows: its seats are kept for who had them, and join gives them by the keys of the one before
 */
export interface Rematched {
  game: string
}
/**
 * Milliseconds that each seat has left when this is sent, and whose clock runs
 */
export interface Clock {
  left: number[]
  running: number | null
  /**
   * milliseconds for which it stands still
   */
  paused?: number
}
/**
 * The seat that is asked has no connection: in so many milliseconds the others may go on without it (Claim)
 */
export interface Away {
  seat: number
  ms: number
}
/**
 * POST /api/games/ID/bot, with the key of whoever made the game
 */
export interface SeatBot {
  bot: string
  seat?: number
}
/**
 * POST /api/games/ID/free, with the key of whoever made the game: who has the seat is taken off before it begins
 */
export interface FreeSeat {
  seat: number
}
export interface Seated {
  seat: number
}
/**
 * GET /api/games
 */
export interface GameList {
  games: GameSummary[]
}
/**
 * POST /api/analysis/box
 */
export interface AnalysisRules {
  preset: string
  options?: OptionValues2
  seats?: number
}
/**
 * What a table of these rules can be laid from
 */
export interface AnalysisBox {
  preset: string
  presetName: string
  translations?: Translations5
  changed: ChangedOption[]
  notes: Note[]
  theme: string
  /**
   * without those dealt at first (HALF-2)
   */
  tiles: number
  /**
   * of each seat
   */
  figures: {
    figure: FigureType
    count: number
    /**
     * it lies on a tile, whoever else is on its place
     */
    apart?: true
    /**
     * another seat may have it: it is no companion
     */
    kept?: true
    /**
     * it may stand on what is heaped on a tile
     */
    climbs?: true
  }[]
  /**
   * those that are no seat's
   */
  neutral: BoxNeutral[]
  tokens?: TokenSorts
  /**
   * where tiles may lie for all to see that nobody holds, or that seats may lay instead of drawing
   */
  piles: {
    pile: string
    name: string
    translations: Translations
    /**
     * each seat has of it
     */
    seats?: true
  }[]
  /**
   * what may be put on any tile, beyond the places of its kind
   */
  further: BoxFurther[]
  kinds: BoxKind[]
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations5 {
  [k: string]: {
    [k: string]: string
  }
}
export interface BoxNeutral {
  figure: FigureType
  count: number
  /**
   * it stands on a tile, or there beside somebody; false: in the tile's space
   */
  beside: boolean
  name: string
  translations: Translations
}
export interface BoxFurther {
  /**
   * a corner, or over: on a road over the space
   */
  place: string
  figure: FigureType
  kind: FollowerKind
  /**
   * it is such a road itself, which lies so
   */
  over?: 'n' | 'e'
  label: string
  translations: Translations
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
  /**
   * something may be heaped on it
   */
  heaps: boolean
  /**
   * it is in no stack: seats get it
   */
  apart?: true
  picture: Tile1
  places: BoxPlace[]
}
export interface Tile1 {
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
  shape?: TileShape
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
  /**
   * the same in other languages
   */
  labelsIn: {
    [k: string]: string[]
  }
}
/**
 * POST /api/analysis: preset and seats, or text
 */
export interface Analysis {
  preset?: string
  options?: OptionValues2
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
   * @maxItems 128
   */
  neutral?: AnalysisNeutral[]
  /**
   * @maxItems 128
   */
  kept?: AnalysisKept[]
  /**
   * tiles beside the table, for all to see, that nobody holds
   *
   * @maxItems 250
   */
  held?: AnalysisHeld[]
  /**
   * so far, by seat
   *
   * @maxItems 100
   */
  score?: number[]
  /**
   * by sort (AnalysisBox.tokens), then by seat
   */
  tokens?: {
    /**
     * @maxItems 100
     */
    [k: string]: number[]
  }
  /**
   * other tiles that are neither on the table nor in the box
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
  /**
   * how much is heaped on it; 0 if left out
   */
  heap?: number
  /**
   * a road over its space, from north to south (n) or from east to west (e)
   */
  over?: 'n' | 'e'
}
export interface AnalysisFigure {
  /**
   * index among the tiles
   */
  tile: number
  place: string
  seat: number
  /**
   * follower, or as an expansion calls it
   */
  figure?: string
}
/**
 * A figure that is no seat's
 */
export interface AnalysisNeutral {
  /**
   * index among the tiles: on it, or in its space
   */
  tile: number
  /**
   * beside whoever stands there; second: in the second space of a double tile; empty: beside nobody
   */
  place: string
  /**
   * beside whose figure, where several stand; else beside the first
   */
  seat?: number
  figure: FigureType
}
/**
 * A figure of a seat that another one keeps
 */
export interface AnalysisKept {
  keeper: number
  /**
   * whose it is
   */
  seat: number
  figure: FigureType
}
export interface AnalysisHeld {
  pile: string
  tile: string
  /**
   * who holds it; none: it lies beside the table
   */
  seat?: number
}
/**
 * What is impossible, what is left, and what the rest is worth if the game ended here
 */
export interface AnalysisResult {
  entered: EnteredTable
  presetName: string
  translations?: Translations6
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
   * without those dealt at first, as tiles of the box
   */
  leftTotal: number
  supply: {
    seat: number
    follower: number
    /**
     * beyond followers, by name
     */
    figures?: {
      [k: string]: number
    }
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
  options: OptionValues4
  seats: string[]
  tiles: AnalysisTile[]
  followers: AnalysisFigure[]
  neutral: AnalysisNeutral[]
  kept?: AnalysisKept[]
  score: number[]
  tokens?: {
    [k: string]: number[]
  }
  held: AnalysisHeld[]
  aside: string[]
}
/**
 * off the preset
 */
export interface OptionValues4 {
  [k: string]: string
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations6 {
  [k: string]: {
    [k: string]: string
  }
}
export interface TableProblem {
  severity: 'impossible' | 'note'
  sentence: string
  translations?: Translations
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
  shape?: TileShape
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
  reason: 'completed' | 'unfinished' | 'field' | 'fieldCity' | 'returned' | 'bonus'
  /**
   * none: the points are for an area, its spaces, or belong to no place
   */
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
    /**
     * what they count where they are compared, if not one each
     */
    strength?: number
  }[]
  owners: number[]
  points: SeatPoints[]
  /**
   * what most points are the sum of; remarks, which are worth nothing, too
   */
  terms: Term[]
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
  translations: Translations7
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
   * -1: the tile that a try lays
   */
  piece: number
  place: string
}
export interface SeatPoints {
  seat: number
  points: number
}
export interface Term {
  name: string
  text: string
  translations: Translations
  count: number
  each: number
  points: number
  /**
   * ids
   */
  rules: string[]
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations7 {
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
  translations?: Translations8
  /**
   * names of further editions that score alike
   */
  sameAs: string[]
  /**
   * how these rules themselves count; the first of all
   */
  own: boolean
  options: OptionValues2
  total: number[]
  table: Category[]
  awards: Award[]
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations8 {
  [k: string]: {
    [k: string]: string
  }
}
export interface EditionDifference {
  category: string
  name: string
  translations?: Translations9
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
export interface Translations9 {
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
  translations?: Translations10
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
export interface Translations10 {
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
  shape?: TileShape
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
 * GET /api/games/ID/review: a piece of a finished game, looked at again
 */
export interface Review {
  /**
   * of the whole game
   */
  plies: number
  /**
   * where to ask on from; null: that was all
   */
  next: number | null
  /**
   * futures in which each move was played on
   */
  nodes: number
  decisions: Decision[]
}
/**
 * What a seat decided, judged by what it could know
 */
export interface Decision {
  /**
   * 0-based
   */
  ply: number
  turn: number
  seat: number
  /**
   * the name of what was asked, as in DidEvent
   */
  of: string
  played: Judged
  best: Judged
  /**
   * at most two more, best first
   */
  others: Judged[]
  /**
   * points of margin between the best and the played; 0 or more
   */
  lost: number
}
export interface Judged {
  /**
   * in notation, as in DidEvent
   */
  move: string
  /**
   * points ahead of the best other seat at the end, as expected
   */
  margin: number
  /**
   * where it lays its tile, which has no picture of its own if another was laid
   */
  space?: {
    x: number
    y: number
    rotation: number
  }
  tile?: Tile1
  /**
   * what it is called where it is asked for; not of a tile
   */
  label?: string
  /**
   * the figure that was judged together with the tile, or the pass; in notation
   */
  then?: string
  thenLabel?: string
  place?: Spot
  picture?: AskPicture
  translations?: Translations11
}
/**
 * where on the table it is what it does, or `then`; piece -1: its own tile
 */
export interface Spot {
  space?: Space
  /**
   * it puts a road over that space, from north to south (n) or from east to west (e)
   */
  over?: 'n' | 'e'
  segment?: Segment
  /**
   * id
   */
  figure?: number
  seat?: number
}
/**
 * whom it sets there, or `then`
 */
export interface AskPicture {
  tile?: Tile1
  /**
   * A figure without a seat has a name of its own
   */
  figure?: ('knight' | 'highwayman' | 'monk' | 'farmer') | string
  seat?: number
  /**
   * a verb's name
   */
  sign?: string
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations11 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * GET /api/rules
 */
export interface RuleList {
  rules: RuleText[]
}
/**
 * GET /api/combinations: what goes with what
 */
export interface Combinations {
  things: CombinationThing[]
  /**
   * every two things but two editions, in their order
   */
  pairs: Combination[]
  /**
   * all that pairs name
   */
  rules: {
    rule: RuleText
    /**
     * its source, spelled out
     */
    sources: Note[]
  }[]
}
export interface CombinationThing {
  /**
   * of a preset or a card; a house rule's own
   */
  id: string
  kind: 'edition' | 'expansion' | 'house'
  name: string
  translations?: Translations
}
export interface Combination {
  /**
   * id of a thing
   */
  one: string
  other: string
  /**
   * partly: not with every edition, choice and number of seats
   */
  verdict: 'allowed' | 'partly' | 'refused'
  /**
   * why not
   */
  refusals: GameError[]
  /**
   * what is to be said of the two together
   */
  notes: Note[]
  /**
   * ids of those of one that speak of the other
   */
  rules: string[]
}
/**
 * The first line: a BotState with the game and the seat
 */
export interface BotWelcome {
  type: 'welcome'
  game: GameSummary
  you: number
  seq: number
  status: 'waiting' | 'playing' | 'over'
  score?: number[]
  /**
   * none: the record has them
   */
  moves?: BotMove[]
  toMove?: number
  asked?: string
  position?: string
  legal?: string[]
  outcome?: string
  clock?: Clock
}
export interface BotMove {
  seat: number | null
  move: string
}
/**
 * The game as a program's seat sees it; whole, so that whoever has the last line needs no other
 */
export interface BotState {
  type: 'state'
  /**
   * the last event there is: a play names it
   */
  seq: number
  /**
   * over: the last line
   */
  status: 'waiting' | 'playing' | 'over'
  /**
   * by seat; without those below it while seats are open
   */
  score?: number[]
  /**
   * answers since the line before, without draws
   */
  moves?: BotMove[]
  /**
   * the seat that is asked, while it is played
   */
  toMove?: number
  /**
   * as Ask.of, while it is played
   */
  asked?: string
  /**
   * in notation (docs/notation.md), with ? for what the seat may not see, while it is played
   */
  position?: string
  /**
   * the moves of this seat, if it is the one that is asked
   */
  legal?: string[]
  /**
   * a sentence, when it is over
   */
  outcome?: string
  clock?: Clock
}
/**
 * The seat of this key is its no more: whoever made the game has taken it off. The connection ends
 */
export interface Freed {
  type: 'freed'
  text: string
  translations: Translations
}
/**
 * POST /api/bot/games/ID/move: as a Play
 */
export interface BotPlay {
  /**
   * of the last line
   */
  seq: number
  moves: string[]
  /**
   * made by the program, another one for each play of its seat: sent again after a lost answer, the play is done once
   */
  id?: string
}
export interface BotPlayed {
  /**
   * the last event after it: lines with a smaller one are older
   */
  seq: number
}
/**
 * POST /api/bot/games/ID/try
 */
export interface BotTry {
  seq: number
  /**
   * @maxItems 64
   */
  moves: string[]
}
/**
 * What is asked after these moves; where nothing is, legal is null and they are a whole play
 */
export interface BotTried {
  /**
   * the same, as they would be written down
   */
  moves: string[]
  asked?: string
  position?: string
  legal: string[] | null
}
/**
 * Body of every answer with status 4xx or 5xx
 */
export interface ErrorBody {
  error: GameError
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
  /**
   * the token of who is signed in: gives the seat that is theirs, if the key gives none
   */
  session?: string
  /**
   * tokens of further seats, of people who share the device: they are there, too
   *
   * @maxItems 32
   */
  also?: string[]
  /**
   * which of these seats plays now
   */
  seat?: number
}
/**
 * Every answer up to where another seat or chance comes next: the placement, the figure or '-', and what else is asked
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
/**
 * What would be asked after these answers? Nothing is kept
 */
export interface Try {
  type: 'try'
  /**
   * comes back in the answer
   */
  ref: number
  /**
   * last event seen
   */
  seq: number
  /**
   * @maxItems 64
   */
  moves: string[]
}
/**
 * A seat says something to all who look at the game; refused without a seat, or more than 5 in 10 seconds
 */
export interface Say {
  type: 'say'
  ref: number
  text: string
}
/**
 * Who played last asks to take that back, which is done when all people have agreed; others agree or refuse
 */
export interface Takeback {
  type: 'takeback'
  ref: number
  /**
   * last event seen
   */
  seq: number
  answer: 'ask' | 'withdraw' | 'agree' | 'refuse'
}
/**
 * A seat asks for another clock (wish), which is done when all people have agreed; others agree or refuse; ready: it would go on before the end of a pause, which is over when all are
 */
export interface ClockChange {
  type: 'clock'
  ref: number
  /**
   * last event seen
   */
  seq: number
  answer: 'ask' | 'withdraw' | 'agree' | 'refuse' | 'ready'
  wish?: ClockWish
}
/**
 * Seconds: the clock stands still for so long, or so much for each decision from now on; one of the two
 */
export interface ClockWish {
  pause?: number
  each?: number
}
/**
 * Everybody waits for a seat for which nobody is connected: a bot plays for it until it is back, or it plays no more
 */
export interface Claim {
  type: 'claim'
  ref: number
  seat: number
  choice: 'bot' | 'resign'
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
  clock?: Clock
  /**
   * the seat that may ask to take its last play back
   */
  back?: number
  away?: Away
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
  translations?: Translations12
  /**
   * in the whole game, the start tile included
   */
  tiles: number
  /**
   * SHA-256 of the seed, or of the server's secret where it is made together
   */
  commitment: string
  /**
   * by seat, where the seed is made together: it is the SHA-256 of 'SECRET:SHARE:SHARE', with an empty share where none was given
   */
  shares?: {
    promise: string
    share: string
  }[]
  tokens?: TokenSorts
  /**
   * tiles that a seat gets at first, beside the stack (HALF-2)
   */
  given?: number
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations12 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * What one answer, one draw or a rule by itself did: the difference between before and after
 */
export interface DidEvent {
  type: 'did'
  seq: number
  at: string
  /**
   * 0: before the first
   */
  turn: number
  /**
   * whose doing it is; null: nobody's
   */
  seat: number | null
  /**
   * the question that was answered (Ask.of); else start, draw, aside, table, tokens
   */
  of: string
  /**
   * the answer in notation; absent: there was none, or it is a draw
   */
  move?: string
  /**
   * one sentence
   */
  text: string
  translations: Translations
  /**
   * id, where a rule did it by itself
   */
  rule?: string
  /**
   * in this order; what awards bring comes with these
   */
  changes: Change[]
}
/**
 * A tile lies on the table
 */
export interface PieceChange {
  piece: Piece
}
/**
 * A figure stands somewhere, or (at: null) is in its seat's supply again
 */
export interface FigureChange {
  /**
   * id
   */
  figure: number
  /**
   * null: it belongs to none
   */
  seat: number | null
  /**
   * A figure without a seat has a name of its own
   */
  kind?: ('knight' | 'highwayman' | 'monk' | 'farmer') | string
  at: Standing | null
}
/**
 * Where a figure stands: piece and place; the same beside another figure; a piece alone; or the space x, y; or which other seat keeps it
 */
export interface Standing {
  piece?: number
  place?: string
  /**
   * id of the figure
   */
  beside?: number
  x?: number
  y?: number
  keeper?: number
  /**
   * what lies there is a road over the space of the piece, from north to south (n) or from east to west (e); its place is what it is called by those who stand on it
   */
  over?: 'n' | 'e'
}
/**
 * All that a pile holds now: tiles that somebody or nobody holds
 */
export interface PileChange {
  /**
   * drawn: to be laid now; hand; and those of expansions
   */
  pile: string
  /**
   * who holds them; null: nobody
   */
  seat: number | null
  /**
   * the piece that they lie under
   */
  under?: number
  /**
   * what is written beside tiles that all see and nobody holds
   */
  name?: string
  translations?: Translations13
  /**
   * null: hidden from this connection
   */
  tiles: (Tile1 | null)[]
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations13 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * A tile that fits nowhere is shown and goes
 */
export interface AsideChange {
  aside: Tile1
  seat: number
  /**
   * into the bag (DRAW-3); else out of the game (DRAW-2)
   */
  back: boolean
}
/**
 * Points that no award gives
 */
export interface PointsChange {
  seat: number
  /**
   * more or less
   */
  points: number
}
export interface LeftChange {
  /**
   * tiles still in the stack
   */
  left: number
}
export interface TableChange {
  table: TableEdge
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
/**
 * How many of a sort of tokens a seat has now
 */
export interface TokenChange {
  seat: number
  token: string
  count: number
}
/**
 * So much is heaped on a tile now
 */
export interface HeapChange {
  /**
   * the piece
   */
  heap: number
  count: number
}
/**
 * A seat plays no more
 */
export interface GoneChange {
  seat: number
  gone: Gone
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
  /**
   * another turn of the same seat (HOUSE-HOLE)
   */
  again?: true
}
/**
 * A seat wants to play again: that game waits for all of this one
 */
export interface RematchEvent {
  type: 'rematch'
  seq: number
  at: string
  game: string
  seat: number
}
/**
 * What a seat says to all; nothing in the game depends on it
 */
export interface SaidEvent {
  type: 'said'
  seq: number
  at: string
  seat: number
  text: string
}
/**
 * A seat is called otherwise from now on
 */
export interface RenamedEvent {
  type: 'renamed'
  seq: number
  at: string
  seat: number
  name: string
}
/**
 * A seat wants to take its last play back. Asked: those who have to agree; done: the game is as it was after that event, but for what was said and who is called how; ended: by a move, or because somebody has left
 */
export interface TakebackEvent {
  type: 'takeback'
  seq: number
  at: string
  /**
   * whose play it is
   */
  seat: number
  /**
   * who asks or answers
   */
  by: number
  state: 'asked' | 'agreed' | 'refused' | 'withdrawn' | 'ended' | 'done'
  asks?: number[]
  to?: number
}
/**
 * The people change the clock. Asked: for what, and who has to agree; done: so it is now; ready: a seat would go on before the end of the pause; resumed: all are; ended: who has to agree has changed, what was asked is asked no more, and who was ready has to say so again
 */
export interface ClockEvent {
  type: 'clock'
  seq: number
  at: string
  /**
   * who asks or answers
   */
  by: number
  state: 'asked' | 'agreed' | 'refused' | 'withdrawn' | 'ended' | 'done' | 'ready' | 'resumed'
  wish?: ClockWish
  asks?: number[]
}
/**
 * A bot plays for a seat whose person is away; null: they are back
 */
export interface StandInEvent {
  type: 'standin'
  seq: number
  at: string
  seat: number
  /**
   * who wished it; itself where it is back
   */
  by: number
  bot: string | null
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
  translations: Translations14
  /**
   * what the draws came from; not where other games have the same (Duplicate)
   */
  seed?: string
  /**
   * of the server, where the seed is made together
   */
  secret?: string
  bestOf?: BestOf
  /**
   * ids of the followers that go home at the end
   */
  returned: number[]
  /**
   * piles that were hidden
   */
  revealed?: PileChange[]
}
export interface Ranking {
  seat: number
  place: number
  points: number
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations14 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * Whose turn it is, and what is asked now
 */
export interface Turn {
  /**
   * who is asked
   */
  seat: number
  turn: number
  left: number
  ask: Ask
}
/**
 * One question to one seat. To all others it says what is public
 */
export interface Ask {
  /**
   * another one for each question of the game
   */
  id: string
  /**
   * tile, figure, or EXPANSION.QUESTION
   */
  of: string
  seat: number
  /**
   * who is asked the same, in order; absent: only this seat
   */
  order?: {
    seat: number
    state: 'done' | 'now' | 'next' | 'out'
  }[]
  title: string
  text: string
  /**
   * what taking one of the options is called, where these have no label
   */
  confirm?: string
  translations: Translations15
  picture?: AskPicture1
  /**
   * features that it is about
   */
  about?: Feature[]
  options: AskOption[]
  number?: AskNumber
  pass?: AskOption
  /**
   * whatever is answered cannot be taken back, and why: try ends there
   */
  final?: string
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations15 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * One of these
 */
export interface AskPicture1 {
  tile?: Tile1
  /**
   * A figure without a seat has a name of its own
   */
  figure?: ('knight' | 'highwayman' | 'monk' | 'farmer') | string
  seat?: number
  /**
   * a verb's name
   */
  sign?: string
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
  /**
   * absent without the aid owners
   */
  followers?: {
    seat: number
    count: number
    /**
     * what they count where they are compared, if not one each
     */
    strength?: number
  }[]
  /**
   * seats with the majority; absent without the aid owners
   */
  owners?: number[]
  /**
   * what it would earn if the game ended now; absent without the aid projection
   */
  points?: number
}
export interface AskOption {
  /**
   * in notation; with spots, {x} {y} {r} stand for a spot's space and rotation (n e s w)
   */
  move: string
  label?: string
  note?: string
  /**
   * options of one group stand together under it
   */
  group?: string
  translations?: Translations16
  /**
   * where the tile comes from
   */
  pile?: string
  /**
   * where the tile fits: x, y, and its rotations as bits (1 n, 2 e, 4 s, 8 w); only to who is asked
   */
  spots?: [number, number, number][]
  place?: Spot1
  picture?: AskPicture1
  /**
   * ids of the asked seat's at the place
   */
  figures?: number[]
  /**
   * the feature of the place, for its outline
   */
  segments?: Segment[]
  /**
   * of that feature
   */
  tiles?: number
  /**
   * what it brings beyond leaving it; only to who is asked
   */
  effect?: Effect[]
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations16 {
  [k: string]: {
    [k: string]: string
  }
}
/**
 * Where an option is on the table: one of these
 */
export interface Spot1 {
  space?: Space
  /**
   * it puts a road over that space, from north to south (n) or from east to west (e)
   */
  over?: 'n' | 'e'
  segment?: Segment
  /**
   * id
   */
  figure?: number
  seat?: number
}
export interface Effect {
  seat: number
  points?: number
  /**
   * home: a figure of the seat goes home; asked: the seat has to answer
   */
  sign?: 'home' | 'asked'
  text: string
  translations: Translations
}
export interface AskNumber {
  /**
   * {n} stands for the number
   */
  move: string
  min: number
  max: number
  start: number
  unit: string
  /**
   * to confirm it; {n} stands for the number
   */
  label: string
  translations: Translations17
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations17 {
  [k: string]: {
    [k: string]: string
  }
}
export interface Update {
  type: 'update'
  seq: number
  events: Event[]
  turn: Turn | null
  clock?: Clock
  /**
   * the seat that may ask to take its last play back
   */
  back?: number
  away?: Away
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
/**
 * Answer to a try. One that cannot be played is refused
 */
export interface Tried {
  type: 'tried'
  ref: number
  /**
   * the same, as they would be written down
   */
  moves: string[]
  /**
   * what they would do
   */
  did: TriedDid[]
  /**
   * what they complete, and who gets the points as it stands
   */
  completes: Completion[]
  /**
   * what is asked next; null: here the turn ends, play
   */
  ask: Ask | null
  /**
   * with ask null: what comes next
   */
  final?: string
  translations?: Translations18
}
/**
 * A DidEvent that has not happened
 */
export interface TriedDid {
  seat: number | null
  of: string
  move?: string
  text: string
  translations: Translations
  rule?: string
  changes: Change[]
}
export interface Completion {
  translations: Translations
  category: FeatureCategory
  segments: Segment[]
  spaces: Space[]
  title: string
  points: SeatPoints[]
}
/**
 * by language (nl, de): texts by member
 */
export interface Translations18 {
  [k: string]: {
    [k: string]: string
  }
}
export interface Presence {
  type: 'presence'
  seats: Seat[]
  away?: Away
}
export interface Pong {
  type: 'pong'
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
 * GET /api/games/ID/aids: each member with the aid that it is of, and spaces and projection before the end alone
 */
export interface GameAids {
  /**
   * the last event it takes in
   */
  seq: number
  /**
   * aid tiles: every kind, with how many the seat that asks has not seen
   */
  tiles?: {
    tile: Tile1
    left: number
    of: number
  }[]
  /**
   * aid odds: how many tiles those are together
   */
  unseen?: number
  /**
   * aid odds: empty spaces beside tiles, and how many of those could be laid there now
   */
  spaces?: {
    x: number
    y: number
    tiles: number
  }[]
  /**
   * aid projection: points by seat if the game ended now
   */
  projection?: number[]
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
  heap?: Space1
}
/**
 * GET /art/THEME/tiles.json?of=: in the order of what is asked for; null: there is no such picture
 */
export interface Tiles {
  tiles: (TileArt | null)[]
}
/**
 * GET /api/games/ID/layers/THEME?of=: likewise
 */
export interface Layers {
  layers: (LayerArt | null)[]
}
export interface LayerArt {
  pieces: {
    y: number
    svg: string
  }[]
}
/**
 * A road over a space as it lies: drawings in 0..1000, by seat
 */
export interface OverArt {
  /**
   * from north to south
   */
  n: string[]
  /**
   * from east to west
   */
  e: string[]
}
