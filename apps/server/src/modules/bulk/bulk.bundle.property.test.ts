import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import {
  bothParts,
  columns,
  everything,
  undoWhole,
  type ImportInput,
  type LevelName,
} from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  await defineField(admin, 'account', 'parentSite', 'account')
  const organizations: number[] = []
  for (const name of ['North', 'South']) {
    organizations.push(await create(admin, 'organizations', { name, externalId: name }))
  }
  for (const [at, name] of ['Alder', 'Birch', 'Cedar'].entries()) {
    const organization = organizations[at % 2]
    const account = await create(admin, 'accounts', { name, externalId: `x${at}`, organization })
    await create(admin, 'contacts', { name: `Contact of ${name}`, email: `c${at}@example.com`, account })
  }
})
afterAll(() => app.stop())

const oneOf = fc.constantFrom
const organization = fc.record({
  id: oneOf('North', 'South', 'o1', 'o2', ''),
  name: oneOf('North', 'West', 'East', ''),
})
const account = fc.record({
  id: oneOf('x0', 'x1', 'x2', 'a1', 'a2', ''),
  name: oneOf('Alder', 'Birch', 'Elm', 'Fir'),
  organization: oneOf('North', 'South', 'West', 'o2', 'Nowhere', ''),
  parentSite: oneOf('Alder', 'Elm', 'a2', 'Nowhere', '', ''),
})
const contact = fc.record({
  email: oneOf('c0@example.com', 'c1@example.com', 'new@example.com'),
  name: oneOf('Contact of Alder', 'Someone'),
  organization: oneOf('North', 'West', 'East', ''),
  account: oneOf('Alder', 'Birch', 'Elm', 'a1', 'Nowhere', ''),
})

const choices = fc.record({
  changedParents: oneOf('move' as const, 'keep' as const),
  emptyCells: oneOf('keep' as const, 'clear' as const),
  unreadableCells: oneOf('refuse' as const, 'leaveOut' as const),
  createParents: fc.boolean(),
  byPlace: fc.boolean(),
})

type Chosen = typeof choices extends fc.Arbitrary<infer T> ? T : never
type Row = Readonly<Record<string, string>>

const fieldOf: Readonly<Record<string, string>> = { id: 'externalId' }

async function partOf(
  level: LevelName,
  rows: readonly Row[],
  { createParents, byPlace, ...chosen }: Chosen,
): Promise<ImportInput[]> {
  const [first] = rows
  if (!first) return []
  const names = Object.keys(first)
  const lines = rows.map((row) => names.map((name) => row[name]).join(','))
  const uploadId = await upload(app, admin, `${level}.csv`, [names.join(','), ...lines].join('\n'))
  const targets = names.map((name) => fieldOf[name] ?? name)
  const mapped = columns(...targets).map((one) => ({
    ...one,
    createParents: createParents && one.target === 'organization',
  }))
  const key = byPlace && level === 'contact' ? ['name', 'organization'] : targets.slice(0, 1)
  return [{ level, config: { uploadId, columns: mapped, key, ...chosen } }]
}

it('any related files become what their preview says, and the undo restores everything', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(organization, { maxLength: 4 }),
      fc.array(account, { minLength: 1, maxLength: 5 }),
      fc.array(contact, { maxLength: 5 }),
      choices,
      async (organizations, accounts, contacts, chosen) => {
        const parts = [
          ...(await partOf('contact', contacts, chosen)),
          ...(await partOf('account', accounts, chosen)),
          ...(await partOf('organization', organizations, chosen)),
        ]
        const before = await everything(admin)
        const done = await bothParts(admin, parts)
        if (done.changeSetId !== null) await undoWhole(admin, done)
        expect(await everything(admin)).toBe(before)
      },
    ),
    { numRuns: 12 },
  )
})
