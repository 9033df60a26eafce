import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sampleNames } from './record-list.sample.read-model.ts'
import { chooseWay } from './record-list.search.rules.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const admin = await app.as('administrator')
  for (let n = 0; n < 5; n += 1)
    await admin.post('core/organizations', { globalFields: { name: `Group ${n}` } })
  for (let n = 0; n < 40; n += 1) await admin.post('core/accounts', { globalFields: { name: `Works ${n}` } })
})
afterAll(() => app.stop())

describe('a sample of names', () => {
  it('has names of every level, wherever their ids lie, and how many there are', async () => {
    const db = app.application.platform.database.tenant(app.tenantId)
    const samples = await sampleNames(db, app.tenantId, 1)
    expect(samples.get(1)).toMatchObject({ size: 5 })
    expect(samples.get(2)).toMatchObject({ size: 40 })
    expect(samples.get(2)?.names.length).toBeGreaterThan(30)
    // However few ids a level has among those of all.
    expect(samples.get(1)?.names).toEqual([0, 1, 2, 3, 4].map((n) => `group ${n}`))
    // So few are walked whatever their names are, and no one need know them.
    expect((await sampleNames(db, app.tenantId)).get(2)).toEqual({ size: 40, names: [] })
  })

  it('tells common parts from rare ones', () => {
    const names = Array.from({ length: 1000 }, (_, n) => (n % 20 === 0 ? `ember ${n}` : `stone ${n}`))
    const sample = { names, size: 1_000_000 }
    expect(chooseWay(sample, 'Ember', 20)).toBe('walk')
    expect(['stone', 'e', 'q'].map((part) => chooseWay(sample, part, 20))).toEqual(['read', 'read', 'walk'])
    expect(chooseWay(sample, 'quartz', 20)).toBe('trigrams')
    // Those that stand last are not read on the way, nor are many names passed for a few of them.
    expect(chooseWay({ ...sample, names: names.toSorted().toReversed() }, 'ember', 20)).toBe('trigrams')
    expect(
      chooseWay(
        { ...sample, names: Array.from({ length: 1000 }, (_, n) => (n < 700 ? 'oak' : 'yew')) },
        'yew',
        20,
      ),
    ).toBe('walk')
    expect(chooseWay({ ...sample, size: 1000 }, 'quartz', 20)).toBe('walk')
  })
})
