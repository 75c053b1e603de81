import type { Award, Category, Follower, FollowerKind, FeatureCategory, LayerArt, Piece, RuleText, Tile } from './protocol'
export interface AnalysisRules { preset: string; options?: Record<string, string>; seats?: number }
export interface AnalysisFigure { figure: 'follower' | 'abbot'; kind: FollowerKind }
export interface AnalysisKind { tile: string; count: number; start: boolean; rotations: number[]; picture: Tile; places: { place: string; category: FeatureCategory; figures: AnalysisFigure[]; labels: string[] }[] }
export interface AnalysisBox { preset: string; presetName: string; changed: string[]; notes: string[]; tiles: number; theme: string; figures: { figure: 'follower' | 'abbot'; count: number }[]; kinds: AnalysisKind[] }
export interface AnalysisTile { tile: string; x: number; y: number; rotation: number }
export interface AnalysisFollower { tile: number; place: string; seat: number; figure?: 'follower' | 'abbot' }
export interface Analysis { preset: string; options?: Record<string, string>; seats: string[]; tiles: AnalysisTile[]; followers: AnalysisFollower[]; score?: number[]; aside?: string[]; holding?: string }
export interface AnalysisProblem { severity: 'impossible' | 'note'; sentence: string; rule: string; rules: RuleText[]; tiles: number[]; followers: number[]; space: [number, number] | null; side: 'north' | 'east' | 'south' | 'west' | 'diagonal' | null; counted: boolean }
export interface AnalysisScore { score: number[]; total: number[]; table: Category[]; awards: Award[] }
export interface EditionScore { preset: string; name: string; sameAs: string[]; own: boolean; options: Record<string, string>; total: number[]; table: Category[]; awards: Award[] }
export interface EditionDifference { category: string; name: string; points: number[][]; rules: string[]; texts: RuleText[]; sentence: string }
export interface AnalysisResult {
  entered: Analysis; presetName: string; changed: string[]; notes: string[]; problems: AnalysisProblem[]
  pieces: (Piece & { index: number })[]; figures: (Follower & { index: number })[]; left: { tile: string; left: number; of: number }[]; leftTotal: number
  supply: { seat: number; follower: number; abbot?: number }[]; fits?: { x: number; y: number; rotations: number[] }[]
  result: AnalysisScore; editions: EditionScore[]; differences: EditionDifference[]; text: string; exact: boolean
}
export interface Comparison { game?: string; of: 'game' | 'position'; over: boolean; turn: number; presetName: string; preset: string; changed: string[]; seats: string[]; pieces: Piece[]; figures: Follower[]; editions: EditionScore[]; differences: EditionDifference[]; text: string | null }
export type { LayerArt }
