// Many questions in one request: what is asked for in one turn of the page goes together.

/**
 * @param get answers these, in their order; null where there is nothing
 * @param most of one request; what is more is asked for beside it
 */
export function batched<K, V>(get: (keys: K[]) => Promise<(V | null)[]>, most: number): (key: K) => Promise<V | null> {
  interface Waiting {
    key: K
    done: (value: V | null) => void
    failed: (e: unknown) => void
  }
  let waiting: Waiting[] = []
  const send = (some: Waiting[]): void => {
    get(some.map(({ key }) => key)).then(
      (answers) => some.forEach(({ done }, i) => done(answers[i] ?? null)),
      (e: unknown) => some.forEach(({ failed }) => failed(e)),
    )
  }
  const sendAll = (): void => {
    const all = waiting
    waiting = []
    for (let i = 0; i < all.length; i += most) send(all.slice(i, i + most))
  }
  return (key) =>
    new Promise((done, failed) => {
      if (waiting.push({ key, done, failed }) === 1) setTimeout(sendAll)
    })
}
