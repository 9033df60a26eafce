import { describe, expect, it } from 'vitest'
import { eventCatalogue } from './catalogue.ts'
import { missingUpgrades } from './event-type.ts'

describe('the catalogue of events', () => {
  it('names each type once, the noun first', () => {
    const names = eventCatalogue.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z]+\.[a-z]+$/)
  })

  it('reads the payloads of all earlier versions', () => {
    expect(
      eventCatalogue.flatMap((type) => missingUpgrades(type).map((version) => [type.name, version])),
    ).toEqual([])
  })

  it('is refused where an earlier version has no upgrade', () => {
    const [type] = eventCatalogue
    const third = { ...type!, version: 3, upgrades: { 2: (payload: unknown) => payload } }
    expect(missingUpgrades(third)).toEqual([1])
  })

  it.each(eventCatalogue.map((type) => [type.name, type] as const))(
    'has an example of %s that its schema accepts unchanged',
    (_, type) => {
      expect(type.payload.parse(type.example)).toEqual(type.example)
    },
  )
})
