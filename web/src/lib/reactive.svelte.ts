// The way from plain objects to what is drawn.

/** The same object, each of whose fields, when it is given a new value, brings what was drawn from it up to date. */
export function reactive<T extends object>(plain: T): T {
  const made = {} as T
  for (const key of Object.keys(plain) as (keyof T)[]) {
    let value = $state.raw(plain[key])
    Object.defineProperty(made, key, { enumerable: true, get: () => value, set: (to: T[keyof T]) => (value = to) })
  }
  return made
}
