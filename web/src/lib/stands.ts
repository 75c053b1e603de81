// Where figures may be put on one tile of the analysis board, and which stand there, with the words for each place.

import { type Laid, thereAs } from './analysis'
import { t } from './i18n.svelte'
import type { Language } from './language'
import type { BoxKind, BoxNeutral, BoxPlace, FigureType, Follower, FollowerKind } from './protocol'
import { IN_SECOND } from './regions'
import { capital, kindWord, type NameOf } from './text'

/** Where a figure may stand, or stands. */
export interface Stand {
  place: string
  move: string // place and figure
  kind: FollowerKind
  seat: number | null // whose would stand there, or does
  stands: boolean
  label: string
}

export interface About {
  laid: Laid
  kind: BoxKind // of the tile
  tile: number // which one of those laid
  nameOf: NameOf
  language: Language
}

const rotationOf = ({ laid, tile }: About): number => laid.tiles[tile]?.rotation ?? 0
const called = (place: BoxPlace, about: About): string =>
  (place.labelsIn[about.language] ?? place.labels)[rotationOf(about)] ?? place.place

/** For the figures of a seat: on each place each kind that may stand there. @param apart of lib/analysis */
export function standsOf(about: About, seat: number, apart: readonly FigureType[]): Stand[] {
  const { laid, kind, tile, nameOf } = about
  return kind.places.flatMap((p) =>
    p.figures.map((f): Stand => {
      const there = thereAs(laid, tile, p.place, f.figure, apart)
      const here = there && there.figure === f.figure ? there.seat : null
      const place = called(p, about)
      const label =
        f.figure === 'follower' ? place : t('board.figureAt', { figure: capital(kindWord(f.figure)), place })
      return {
        place: p.place,
        move: `${p.place}@${f.figure}`,
        kind: f.kind,
        seat: here ?? seat,
        stands: here !== null,
        label: here === null ? label : t('board.standsHere', { label, name: nameOf(here) }),
      }
    }),
  )
}

/** For a figure that is no seat's: on the tile, and beside each of those on it that it may stand beside. */
export function standsOfNobody(about: About, neutral: BoxNeutral, beside: Follower[]): Stand[] {
  const { laid, kind, tile, nameOf } = about
  const { figure, name } = neutral
  const stands = (place: string): boolean =>
    laid.neutral.some((n) => n.figure === figure && n.tile === tile && n.place === place)
  const labelOf = (place: string): string => {
    const at = kind.places.find((p) => p.place === place)
    return at ? called(at, about) : place
  }
  const label = neutral.beside ? t('board.onTile', { figure: name }) : t('board.inSpace', { figure: name })
  const second = !neutral.beside && kind.picture.shape === 'twin'
  return [
    { place: '', kind: figure, seat: null, label },
    ...(second ? [{ place: IN_SECOND, kind: figure, seat: null, label: t('board.inSecond', { figure: name }) }] : []),
    ...beside.map((f) => ({
      ...{ place: f.place, kind: f.kind, seat: f.seat },
      label: t('board.beside', {
        figure: name,
        name: nameOf(f.seat),
        friend: kindWord(f.kind),
        place: labelOf(f.place),
      }),
    })),
  ].map((there): Stand => ({ ...there, move: `${there.place}@${figure}`, stands: stands(there.place) }))
}
