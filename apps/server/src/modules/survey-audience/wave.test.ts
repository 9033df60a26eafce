import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, edit } from '../record/record.fixture.ts'
import { draftSurvey, good, liveSurvey, surveysUrl } from '../survey-management/survey.fixture.ts'

let app: TestApp
let manager: Client
let admin: Client

const day = 24 * 3600_000
const people = 130

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  admin = await app.as('administrator')
  await app.application.platform.database.owner.query(
    `insert into record (tenant_id, level, name, email)
     select $1, 3, 'Person ' || n, 'person' || n || '@example.com' from generate_series(1, $2) n`,
    [app.tenantId, people],
  )
  await app.application.startWorker()
})
afterAll(() => app.stop())

const poll = (read: () => unknown) => expect.poll(read, { timeout: 60_000, interval: 100 })
const waves = async (surveyId: number) => good(await manager.get(`${surveysUrl}/${surveyId}/waves`)).data
const send = (surveyId: number) => manager.post(`${surveysUrl}/${surveyId}/waves`)
const byMail = (more: object = {}) =>
  liveSurvey(manager, { channels: { mail: true }, audience: { ignoresQuietPeriod: true }, ...more })

/** The mails in the outbox to one person: without a mail server, all are kept there. */
async function mailsTo(address: string): Promise<{ messageId: number; text: string; html: string }[]> {
  const { data } = good(await admin.get(`messenger/messages?query=${encodeURIComponent(address)}`))
  const found = data.filter(({ recipient }: { recipient: string }) => recipient === address)
  return Promise.all(
    found.map(
      async ({ messageId }: { messageId: number }) =>
        good(await admin.get(`messenger/messages/${messageId}`)).data,
    ),
  )
}

describe('a mail wave', () => {
  it('asks everyone once, with a link for each score and a way out', async () => {
    const { surveyId } = await byMail()
    expect(good(await send(surveyId)).data[0]).toMatchObject({ state: 'sending', version: 1, sent: 0 })
    await poll(async () => (await waves(surveyId))[0]).toMatchObject({ state: 'finished', sent: people })
    const { rows } = await app.application.platform.database.owner.query(
      `select count(*)::int as asks, count(distinct record_id)::int as people,
         (select count(*)::int from message where template = 'survey') as mails
       from survey_ask where survey_id = $1`,
      [surveyId],
    )
    expect(rows).toEqual([{ asks: people, people, mails: people }])

    // Another wave finds no one whom it could ask.
    good(await send(surveyId))
    await poll(async () => (await waves(surveyId))[0]).toMatchObject({ state: 'finished', sent: 0 })
    expect(good(await manager.get(`${surveysUrl}/${surveyId}/stat-bar`)).data).toMatchObject({
      asked: people,
    })
  })

  it('sends as many mails a day as it may, and goes on the next day', async () => {
    const { surveyId } = await byMail({ audience: { ignoresQuietPeriod: true, maxPerDay: 120 } })
    good(await send(surveyId))
    await poll(async () => (await waves(surveyId))[0]).toMatchObject({ state: 'sending', sent: 120 })
    expect(await send(surveyId)).toMatchObject({ status: 409, body: { reason: 'survey.sending' } })
    app.clock.advance(day)
    await poll(async () => (await waves(surveyId))[0]).toMatchObject({ state: 'finished', sent: people })
  })

  it('ends where it is stopped, or its survey is paused', async () => {
    const { surveyId } = await byMail({ audience: { ignoresQuietPeriod: true, maxPerDay: 10 } })
    const [{ waveId }] = good(await send(surveyId)).data
    await poll(async () => (await waves(surveyId))[0]).toMatchObject({ sent: 10 })
    const stopped = good(await manager.post(`${surveysUrl}/${surveyId}/waves/${waveId}/stop`)).data
    expect(stopped[0]).toMatchObject({ state: 'stopped', sent: 10 })

    good(await manager.post(`${surveysUrl}/${surveyId}/status`, { paused: true }))
    expect(await send(surveyId)).toMatchObject({ status: 409, body: { reason: 'survey.not_sent' } })
  })
})

describe('the mail of a survey', () => {
  it('is in the language of the person, and where it has no text in it in the default one', async () => {
    const field = good(
      await admin.post('core/fields', {
        displayName: 'Language',
        dataType: 'singlePicklist',
        columnLevel: 'contact',
        picklistDefinition: [{ value: 'German' }, { value: 'Finnish' }],
      }),
    ).data as { name: string; picklistDefinition: { id: number; value: string }[] }
    const [german, finnish] = field.picklistDefinition.map(({ id }) => id)
    for (const [name, option] of [
      ['Uwe', german],
      ['Aino', finnish],
    ] as const) {
      const id = await create(manager, 'contacts', { name, email: `${name}@languages.example` })
      await edit(manager, 'contacts', id, { [field.name]: option })
    }
    const settings = { quietDays: 30, consentField: null, requiresSignature: false }
    const refused = await admin.put('survey-management/settings', { ...settings, languageField: 'owner' })
    expect(refused.body.fields).toHaveProperty('languageField')
    good(await admin.put('survey-management/settings', { ...settings, languageField: field.name }))

    const draft = await draftSurvey(manager, { channels: { mail: true } })
    const [first, ...rest] = draft.draft.questions
    const questions = [{ ...first, text: { ...first?.text, de: 'Würden Sie uns empfehlen?' } }, ...rest]
    const mail = { ...draft.draft.mail, subject: { en: 'One question', de: 'Eine Frage' } }
    const rule = { field: 'email', operator: 'contains', value: '@languages.example' }
    const { surveyId, revision } = draft
    const audience = { ignoresQuietPeriod: true, rule }
    good(await manager.put(`${surveysUrl}/${surveyId}`, { questions, mail, audience, revision }))
    good(await manager.post(`${surveysUrl}/${surveyId}/publish`))
    good(await send(surveyId))
    await poll(async () => (await waves(surveyId))[0]).toMatchObject({ state: 'finished', sent: 2 })
    const [toUwe] = await mailsTo('Uwe@languages.example')
    expect(toUwe?.text).toContain('Würden Sie uns empfehlen?')
    expect(toUwe?.text).toContain('bittet Sie um Ihre Meinung')
    expect(toUwe?.text).toContain('?score=0&language=de')
    expect(toUwe?.html).toContain('<html lang="de">')
    const [toAino] = await mailsTo('Aino@languages.example')
    expect(toAino?.text).toContain('asks you for your opinion')
    expect(toAino?.text).toMatch(/\?score=0\s/)
    good(await admin.put('survey-management/settings', settings))
  })

  it('leads to pages that change nothing when they are opened, and unsubscribes with one click', async () => {
    const id = await create(manager, 'contacts', { name: 'Zoe', email: 'zoe@example.com' })
    const { surveyId } = await byMail({
      audience: { ignoresQuietPeriod: true, rule: { field: 'name', operator: 'equals', value: 'Zoe' } },
    })
    good(await send(surveyId))
    await poll(async () => (await waves(surveyId))[0]).toMatchObject({ state: 'finished', sent: 1 })
    const mails = await mailsTo('zoe@example.com')
    const links = [...new Set(mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []))]
    expect(links.filter((link) => link.includes('?score='))).toHaveLength(11)
    const token = new URL(links[0] as string).pathname.split('/').at(-1) as string

    // A scanner that opens every link, five times.
    for (let at = 0; at < 5; at += 1) {
      expect((await app.anonymous.get(`survey-ask/${token}`)).status).toBe(200)
      for (const method of ['GET', 'HEAD'] as const) {
        await app.application.app.inject({ method, url: `/api/survey-ask/${token}/answer` })
        await app.application.app.inject({ method, url: `/api/survey-ask/${token}/unsubscribe` })
      }
    }
    expect(good(await manager.get(`${surveysUrl}/${surveyId}/stat-bar`)).data).toMatchObject({
      complete: 0,
      answered: 0,
    })
    good(await app.anonymous.post(`survey-ask/${token}/answer`, { answers: { score: 9 } }))
    expect((await waves(surveyId))[0]).toMatchObject({ answered: 1 })

    const why = async () =>
      good(await manager.get(`${surveysUrl}/${surveyId}/audience/${id}?channel=mail`)).data.gate
    expect(await why()).toBe('asked')
    const posted = await app.application.app.inject({
      method: 'POST',
      url: `/api/survey-ask/${token}/unsubscribe`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(posted.statusCode).toBe(200)
    expect(await why()).toBe('unsubscribed')
  })
})
