import { describe, expect, it } from 'vitest'
import { eventCatalogue } from './catalogue.ts'

describe('the catalogue of events', () => {
  it('names each type once, the noun first', () => {
    const names = eventCatalogue.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z]+\.[a-z]+$/)
  })

  it.each(eventCatalogue.map((type) => [type.name, type] as const))(
    'has an example of %s that its schema accepts unchanged',
    (_, type) => {
      expect(type.payload.parse(type.example)).toEqual(type.example)
    },
  )
})
