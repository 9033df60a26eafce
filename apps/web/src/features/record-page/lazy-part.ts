import { createElement, lazy, type ComponentType, type LazyExoticComponent, type ReactElement } from 'react'

interface Entry<Props> {
  load: () => Promise<ComponentType<Props>>
}

const made = new WeakMap<object, unknown>()

/** What an entry of a registry loads, drawn with these props; to be put into a `Suspense`. */
export function drawPart<Props extends object>(entry: Entry<Props>, props: Props): ReactElement {
  const held = made.get(entry) ?? lazy(async () => ({ default: await entry.load() }))
  made.set(entry, held)
  return createElement(held as LazyExoticComponent<ComponentType<object>>, props)
}
