// What the editions and the disputed rulings say of the analysis board's table, and the column that is looked at.

import type { Analyst } from './analyst.svelte'
import { columnsOf, rulingColumns, type Column } from './editions'
import { within } from './i18n.svelte'
import { inLanguage } from './language'
import type { Award } from './protocol'
import { settings } from './settings.svelte'

export class Verdict {
  private readonly analyst: Analyst
  private edition = $state(0)
  private nth = $state(-1)
  readonly columns: Column[] = $derived.by(() => {
    const { result } = this.analyst
    return result ? columnsOf(result, settings.language) : []
  })
  readonly rulings: Column[] = $derived.by(() => rulingColumns(this.analyst.result?.rulings, settings.language))
  /** The categories in which editions part. */
  readonly parting: string[] = $derived.by(() =>
    (this.analyst.result?.differences ?? []).map((d) => within(inLanguage(d, settings.language).name)),
  )
  readonly column: Column | undefined = $derived(
    this.rulings[this.nth] ?? this.columns[Math.min(this.edition, this.columns.length - 1)],
  )
  readonly awards: Award[] = $derived(this.column?.awards ?? [])

  constructor(analyst: Analyst) {
    this.analyst = analyst
  }
  /** The edition whose awards are shown; -1: a ruling's are. */
  get chosen(): number {
    return this.rulings[this.nth] ? -1 : this.edition
  }
  set chosen(n: number) {
    this.edition = n
    this.nth = -1
  }
  get ruling(): number {
    return this.nth
  }
  set ruling(n: number) {
    this.nth = n
  }
}
