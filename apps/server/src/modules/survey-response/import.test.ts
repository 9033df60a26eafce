import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { draftSurvey, good, liveSurvey, surveysUrl } from '../survey-management/survey.fixture.ts'
import { createAnswering } from './response.fixture.ts'

let app: TestApp
let manager: Client
let answering: ReturnType<typeof createAnswering>

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  answering = createAnswering(app, manager)
  await app.application.startWorker()
})
afterAll(() => app.stop())

const imports = async (surveyId: number) => good(await manager.get(`${surveysUrl}/${surveyId}/imports`)).data
const preview = async (surveyId: number, form: object) =>
  good(await manager.post(`${surveysUrl}/${surveyId}/imports/preview`, form)).data
const start = (surveyId: number, form: object) => manager.post(`${surveysUrl}/${surveyId}/imports`, form)
const poll = (read: () => unknown) => expect.poll(read, { timeout: 60_000, interval: 100 })

describe('past responses', () => {
  it('of the airport survey of San Francisco give its published figures, and go again as a whole', async () => {
    const united = await create(manager, 'accounts', { name: 'United' })
    const { surveyId } = await liveSurvey(manager)
    const file = await readFile(new URL('../../../fixtures/survey/sfo-2017.csv', import.meta.url))
    const uploadId = await upload(app, manager, 'sfo-2017.csv', file)
    const columns = [
      { column: 3, target: 'score' },
      { column: 2, target: 'account' },
    ]
    const form = { uploadId, columns, noAnswer: ['11'], answeredOn: '2017-05-15' }
    const figures = { ready: 2746, noAnswer: 85, refused: 0, score: 39.84 }
    expect(await preview(surveyId, form)).toMatchObject({ rows: 2831, ...figures, problems: [] })
    expect((await answering.statBar(surveyId)).complete).toBe(0)

    expect(good(await start(surveyId, form)).data[0]).toMatchObject({
      state: 'running',
      fileName: 'sfo-2017.csv',
    })
    await poll(async () => (await imports(surveyId))[0]).toMatchObject({
      state: 'finished',
      imported: 2746,
      noAnswer: 85,
    })
    expect(await answering.statBar(surveyId)).toMatchObject({
      complete: 2746,
      score: 39.84,
      asked: 0,
      groups: { promoters: 1436, passives: 968, detractors: 342 },
    })
    const ofUnited = await answering.responses(
      surveyId,
      `?filters=${encodeURIComponent(JSON.stringify({ recordId: united }))}`,
    )
    expect(ofUnited.data.length).toBeGreaterThan(0)
    expect(ofUnited.data[0]).toMatchObject({ contact: null, account: { id: united }, channel: 'import' })
    const timeline = good(
      await manager.get(`core/timeline?level=account&parentIdentifier=${united}&kinds=survey`),
    )
    expect(timeline.data.length).toBeGreaterThan(0)

    const [{ importId }] = await imports(surveyId)
    good(await manager.post(`${surveysUrl}/${surveyId}/imports/${importId}/undo`))
    await poll(async () => (await imports(surveyId))[0]).toMatchObject({ state: 'undone' })
    expect(await answering.statBar(surveyId)).toMatchObject({ complete: 0, distribution: [] })
    const after = good(
      await manager.get(`core/timeline?level=account&parentIdentifier=${united}&kinds=survey`),
    )
    expect(after.data).toEqual([])
    const again = await manager.post(`${surveysUrl}/${surveyId}/imports/${importId}/undo`)
    expect(again).toMatchObject({ status: 409, body: { reason: 'survey.import_at_work' } })
  })

  it('of support tickets give their published ratings', async () => {
    const { surveyId } = await liveSurvey(manager, { type: 'csat' })
    const file = await readFile(new URL('../../../fixtures/survey/support-tickets.csv', import.meta.url))
    const uploadId = await upload(app, manager, 'support-tickets.csv', file)
    const form = { uploadId, columns: [{ column: 1, target: 'score' }], answeredOn: '2023-06-01' }
    const distribution = [553, 549, 580, 543, 544].map((responses, at) => ({ score: at + 1, responses }))
    expect(await preview(surveyId, form)).toMatchObject({
      rows: 8469,
      ready: 2769,
      noAnswer: 5700,
      refused: 0,
      // (543 + 544) / 2769
      score: 39.26,
      distribution,
    })
    good(await start(surveyId, form))
    await poll(async () => (await imports(surveyId))[0]).toMatchObject({ state: 'finished', imported: 2769 })
    expect(await answering.statBar(surveyId)).toMatchObject({ complete: 2769, score: 39.26, distribution })
  })

  it('go to the contacts whom a row names, with their day and words; rows that make no sense are refused', async () => {
    const contactId = await create(manager, 'contacts', { name: 'Ida', email: 'ida@example.com' })
    const { surveyId } = await liveSurvey(manager)
    const rows = [
      'When,Mail,Points,Why',
      '31.12.2024,IDA@example.com,9,Fast',
      '30.12.2024,unknown@example.com,3,Slow',
      '12/31/2024,ida@example.com,8,',
      '31.12.2024,ida@example.com,12,',
      '31.12.2024,ida@example.com,,No score',
    ]
    const uploadId = await upload(app, manager, 'past.csv', rows.join('\n'))
    const columns = [
      { column: 0, target: 'answeredAt', dateFormat: 'DD.MM.YYYY' },
      { column: 1, target: 'email' },
      { column: 2, target: 'score' },
      { column: 3, target: 'comment' },
    ]
    const form = { uploadId, columns }
    expect(await preview(surveyId, form)).toMatchObject({
      rows: 5,
      ready: 2,
      noAnswer: 1,
      refused: 2,
      unmatched: 1,
      problems: [
        { line: 4, message: 'The day of the answer is not in the chosen format.' },
        { line: 5, message: 'score: Send a number from 0 to 10.' },
      ],
    })
    good(await start(surveyId, form))
    await poll(async () => (await imports(surveyId))[0]).toMatchObject({
      state: 'finished',
      imported: 2,
      refused: 2,
    })
    const { data } = await answering.responses(surveyId)
    expect(data).toMatchObject([
      { score: 9, comment: 'Fast', contact: { id: contactId }, answeredAt: '2024-12-31T12:00:00.000Z' },
      { score: 3, contact: null, claimedName: 'unknown@example.com' },
    ])
  })

  it('need a published survey, and columns that answer its questions', async () => {
    const uploadId = await upload(app, manager, 'past.csv', 'Points\n9\n')
    const { surveyId } = await draftSurvey(manager)
    const form = (target: string) => ({ uploadId, columns: [{ column: 0, target }] })
    expect((await start(surveyId, form('score'))).body.reason).toBe('survey.draft')
    const live = await liveSurvey(manager)
    expect((await start(live.surveyId, form('other'))).body.fields).toHaveProperty(['columns.0.target'])
    expect((await start(live.surveyId, form('email'))).body.fields).toHaveProperty('columns')
    const strangers = await app.newUser('manager')
    expect((await strangers.post(`${surveysUrl}/${live.surveyId}/imports`, form('score'))).status).toBe(404)
  })
})

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

describe('files with characters that cannot be stored', () => {
  const columns = [
    { column: 0, target: 'score' },
    { column: 1, target: 'email' },
    { column: 2, target: 'comment' },
  ]

  it.each([
    ['a null character', Buffer.from('Score,Mail,Text\n9,a\0@b.c,hello\n8,x@y.z,fine\n')],
    ['half of a pair', utf16('Score,Mail,Text\n9,a@b.c,he\ud800llo\n8,x@y.z,fine\n')],
  ])('lose the rows with %s and no others', async (_, bytes) => {
    const { surveyId } = await liveSurvey(manager)
    const uploadId = await upload(app, manager, 'odd.csv', bytes)
    const form = { uploadId, columns }
    expect(await preview(surveyId, form)).toMatchObject({ ready: 1, refused: 1, problems: [{ line: 2 }] })
    good(await start(surveyId, form))
    await poll(async () => (await imports(surveyId))[0]).toMatchObject({
      state: 'finished',
      imported: 1,
      refused: 1,
    })
  })

  it('whose jobs were given up end as failed, and not those that have ended', async () => {
    const { modules, platform } = app.application
    const give = modules.modules.flatMap(({ abandoned }) => abandoned?.['survey.import'] ?? [])[0]
    const { surveyId } = await liveSurvey(manager)
    const uploadId = await upload(app, manager, 'given.csv', Buffer.from('Score,Mail,Text\n9,a@b.c,hello\n'))
    good(await start(surveyId, { uploadId, columns }))
    await poll(async () => (await imports(surveyId))[0]).toMatchObject({ state: 'finished' })
    const [{ importId }] = await imports(surveyId)
    const payload = { tenantId: app.tenantId, importId }
    await give?.(payload)
    expect((await imports(surveyId))[0]).toMatchObject({ state: 'finished' })
    await platform.database.owner.query('update survey_import set state = 1 where import_id = $1', [importId])
    await give?.(payload)
    expect((await imports(surveyId))[0]).toMatchObject({
      state: 'failed',
      failure: 'The import failed ten times in a row. Undo it, and import the file again.',
    })
  })
})
