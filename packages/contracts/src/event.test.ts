import { describe, expect, it } from 'vitest'
import { eventCatalogue } from './event.ts'

describe('the catalogue of events', () => {
  it.each(eventCatalogue.map((event) => [event.name, event] as const))(
    'has a valid example of %s',
    (_name, { payload, example }) => {
      expect(payload.parse(JSON.parse(JSON.stringify(example)))).toEqual(example)
    },
  )

  it('names each event once, by a noun and what happened to it', () => {
    const names = eventCatalogue.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z-]+\.[a-z]+$/)
  })
})
