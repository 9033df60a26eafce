import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, none, preview, run, type ImportInput } from './bulk.fixture.ts'

let app: TestApp
let admin: Client
let parentField: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  const field = { displayName: 'Parent company', dataType: 'organization', columnLevel: 'organization' }
  parentField = (await admin.post('core/fields', field)).body.data.name
  await app.application.startWorker()
})
afterAll(() => app.stop())

/** Organizations by name, whose parents may be created as far as the import is asked to. */
async function fileOf(rows: readonly string[]): Promise<ImportInput> {
  const content = ['Name,Parent company,About', ...rows, ''].join('\n')
  const mapped = columns('name', parentField, 'about').map((one) => ({
    ...one,
    createParents: one.target === parentField,
  }))
  const uploadId = await upload(app, admin, 'organizations.csv', content)
  return { level: 'organization', config: { uploadId, columns: mapped, key: ['name'] } }
}

async function organizationsCalled(name: string) {
  const filter = encodeURIComponent(JSON.stringify({ field: 'name', operator: 'equals', value: name }))
  return (await admin.get(`core/organizations?filter=${filter}`)).body.data
}

async function problemsOf(jobId: number) {
  const { body } = await admin.get(`core/entity/bulk/${jobId}/rows?outcome=refused`)
  return body.data.map(({ name, problems }: { name: string; problems: unknown }) => ({ name, problems }))
}

describe('a column that names records of the level that is imported', () => {
  it('names rows of the file, whichever comes first, and makes none of a name', async () => {
    const input = await fileOf(['Acme Sub,Acme,', 'Acme,,The parent', 'Lone,Nowhere,'])
    const seen = await preview(admin, input)
    const done = await run(admin, input)
    for (const job of [seen, done]) {
      expect(job).toMatchObject({ counts: { ...none, create: 3 }, newParents: 0, failure: null })
      const [, links] = job.parts
      expect(links).toMatchObject({ linksRows: true, counts: { update: 1, unchanged: 1, refused: 1 } })
      const message = 'Parent company: there is no organization called "Nowhere".'
      expect(await problemsOf(links?.jobId ?? 0)).toEqual([
        { name: 'Lone', problems: [{ field: parentField, message }] },
      ])
    }
    const [acme, ...more] = await organizationsCalled('Acme')
    expect(more).toEqual([])
    const [below] = await organizationsCalled('Acme Sub')
    expect(below.customFields[parentField]).toBe(acme.organizationId)
  })

  it('names rows of other batches', async () => {
    const others = Array.from({ length: 600 }, (_, at) => `Other ${at},,`)
    const input = await fileOf([
      'Globex Sub,Globex,',
      ...others,
      'Other again,Other 0,',
      'Globex,,The parent',
    ])
    const seen = await preview(admin, input)
    const done = await run(admin, input)
    for (const job of [seen, done]) {
      expect(job).toMatchObject({ state: 40, failure: null, counts: { ...none, create: 603 } })
      expect(job.parts[1]).toMatchObject({ counts: { ...none, update: 2, unchanged: 601 } })
    }
    expect(await organizationsCalled('Globex')).toHaveLength(1)
  })

  it('is read row by row where nothing says which record a row is', async () => {
    const { level, config } = await fileOf(['Initech Sub,Initech,', 'Initech,,The parent'])
    const done = await run(admin, { level, config: { ...config, key: [] } })
    expect(done).toMatchObject({ counts: { ...none, create: 1, refused: 1 }, parts: [] })
  })
})
