import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import type { Retention } from '../../platform/module.ts'
import { create, defineField, edit } from '../record/record.fixture.ts'
import { good, liveSurvey, surveysUrl } from '../survey-management/survey.fixture.ts'

let app: TestApp
let manager: Client
let admin: Client
let siteKey: string
let signingKey: string

const day = 24 * 3600_000
const settings = { quietDays: 30, consentField: null, requiresSignature: false }

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  admin = await app.as('administrator')
  const { data } = good(await admin.get('survey-management/settings'))
  ;({ siteKey, signingKey } = data)
})
afterAll(() => app.stop())

let serial = 0
async function newContact(fields: object = {}): Promise<{ id: number; externalId: string }> {
  serial += 1
  const externalId = `u-${serial}`
  const id = await create(manager, 'contacts', {
    name: `Person ${serial}`,
    email: `person${serial}@example.com`,
    externalId,
    ...fields,
  })
  return { id, externalId }
}

const put = (form: object) => admin.put('survey-management/settings', { ...settings, ...form })
const sign = (name: string) => createHmac('sha256', signingKey).update(name).digest('hex')
const visitorOf = (n: number) => `a-browser-of-the-test-${n}`

const ask = async (form: object, key = siteKey) =>
  good(await app.anonymous.post(`survey-site/${key}/ask`, { visitor: visitorOf(1), ...form })).data
const askSigned = ({ externalId }: { externalId: string }) =>
  ask({ userId: externalId, signature: sign(externalId) })
const shown = async (token: string) => good(await app.anonymous.post(`survey-ask/${token}/shown`)).data.show
const why = async (surveyId: number, contactId: number, channel = 'inProduct') =>
  good(await manager.get(`${surveysUrl}/${surveyId}/audience/${contactId}?channel=${channel}`)).data
const onPages = (more: object = {}) => liveSurvey(manager, { channels: { inProduct: true }, ...more })
const check = async (client: Client, id: number) =>
  good(await client.post(`${surveysUrl}/${id}/verify-installation`)).data
const remove = async (surveyId: number) => good(await manager.delete(`${surveysUrl}/${surveyId}`))

describe('the pages of a company', () => {
  it('keep what they do not show for 30 days', async () => {
    const { surveyId } = await onPages()
    const { modules, platform } = app.application
    const { owner } = platform.database
    const count = async () =>
      (await owner.query('select asked_at from survey_ask where survey_id = $1', [surveyId])).rows
    const { token } = await askSigned(await newContact())
    await askSigned(await newContact())
    expect(await shown(token)).toBe(true)
    const { days = 0, forget } = modules.modules
      .flatMap(({ retention = [] }) => retention)
      .find(({ name }) => name === 'offers of surveys that no page showed') as Retention
    const now = app.clock.now().getTime()
    expect(days).toBe(30)
    expect(await forget(app.tenantId, new Date(now - day))).toBe(0)
    expect(await count()).toHaveLength(2)
    expect(await forget(app.tenantId, new Date(now + day))).toBe(1)
    expect(await count()).toEqual([{ asked_at: expect.any(Date) }])
    await remove(surveyId)
  })

  it('ask a signed user once, whichever tabs and surveys there are', async () => {
    const one = await onPages()
    const other = await onPages()
    const person = await newContact()
    const [first, second] = [await askSigned(person), await askSigned(person)]
    expect(first).toEqual({ token: expect.any(String), delaySeconds: 5 })
    expect(second).toEqual(first)
    expect(await why(one.surveyId, person.id)).toMatchObject({ isAsked: true, gate: null })
    expect(await Promise.all([shown(first.token), shown(first.token), shown(first.token)])).toSatisfy(
      (all: boolean[]) => all.filter(Boolean).length === 1,
    )
    expect(await askSigned(person)).toBeNull()
    expect(await why(one.surveyId, person.id)).toMatchObject({
      isAsked: false,
      gate: 'asked',
      reason: expect.stringContaining(`“${one.name}” was sent to them on`),
      asks: [{ surveyId: one.surveyId, channel: 'inProduct' }],
    })
    expect(await why(other.surveyId, person.id)).toMatchObject({ isAsked: false, gate: 'quietPeriod' })
    const later = await newContact()
    const offered = await askSigned(later)
    good(await app.anonymous.post(`survey-ask/${offered.token}/shown`))
    good(await app.anonymous.post(`survey-ask/${offered.token}/answer`, { answers: { score: 9 } }))
    await remove(one.surveyId)
    await remove(other.surveyId)
  })

  it('do not show what became wrong while they waited', async () => {
    const { surveyId } = await onPages({ timing: { delaySeconds: 30 } })
    const person = await newContact()
    const { token, delaySeconds } = await askSigned(person)
    expect(delaySeconds).toBe(30)
    expect(
      (await app.anonymous.post(`survey-ask/${token}/answer`, { answers: { score: 1 } })).body.reason,
    ).toBe('survey.not_shown')
    good(await manager.post(`${surveysUrl}/${surveyId}/status`, { paused: true }))
    expect(await shown(token)).toBe(false)
    good(await manager.post(`${surveysUrl}/${surveyId}/status`, { paused: false }))
    good(await manager.post(`${surveysUrl}/${surveyId}/link`, { contactId: person.id }))
    expect(await shown(token)).toBe(false)
    await remove(surveyId)
  })

  it('that draw at once get a survey without a delay in one call, and it counts', async () => {
    const { surveyId } = await onPages({ timing: { delaySeconds: 0 } })
    const person = await newContact()
    const form = { userId: person.externalId, signature: sign(person.externalId), drawsAtOnce: true }
    // Two tabs ask at the same moment.
    const both = await Promise.all([ask(form), ask(form)])
    const [given, ...others] = both.filter((one) => one !== null)
    expect(others).toEqual([])
    expect(given).toMatchObject({
      delaySeconds: 0,
      survey: { state: 'live', answers: null, isOpenLink: false },
    })
    expect(given.survey).toEqual(good(await app.anonymous.get(`survey-ask/${given.token}`)).data)
    expect(await shown(given.token)).toBe(false)
    expect(await why(surveyId, person.id)).toMatchObject({ isAsked: false, gate: 'asked' })
    good(await app.anonymous.post(`survey-ask/${given.token}/answer`, { answers: { score: 9 } }))
    await remove(surveyId)
  })

  it('that draw at once wait as long as a survey says', async () => {
    const { surveyId } = await onPages({ timing: { delaySeconds: 5 } })
    const person = await newContact()
    const form = { userId: person.externalId, signature: sign(person.externalId), drawsAtOnce: true }
    const offered = await ask(form)
    expect(offered).toEqual({ token: expect.any(String), delaySeconds: 5 })
    expect(await why(surveyId, person.id)).toMatchObject({ isAsked: true })
    expect(await shown(offered.token)).toBe(true)
    await remove(surveyId)
  })

  it('are believed with a signature only', async () => {
    const { surveyId } = await onPages()
    const person = await newContact()
    const forged = await ask({ userId: person.externalId, signature: sign('another') })
    expect(forged).toBeNull()
    expect((await why(surveyId, person.id)).asks).toEqual([])
    // Without a signature the name is only a claim: the contact is neither asked nor answers.
    const claimed = await ask({ userId: person.externalId, visitor: visitorOf(2) })
    expect(await shown(claimed.token)).toBe(true)
    good(await app.anonymous.post(`survey-ask/${claimed.token}/answer`, { answers: { score: 0 } }))
    // Another page that made the same claim before has the same token, and must not read the answer.
    expect(good(await app.anonymous.get(`survey-ask/${claimed.token}`)).data.answers).toBeNull()
    const { data } = good(await manager.get(`${surveysUrl}/${surveyId}/responses`))
    expect(data).toMatchObject([{ contact: null, claimedName: person.externalId, channel: 'inProduct' }])
    good(await put({ requiresSignature: true }))
    expect(await ask({ userId: person.externalId, visitor: visitorOf(3) })).toBeNull()
    expect(await ask({ visitor: visitorOf(3) })).toBeNull()
    good(await put({}))
    await remove(surveyId)
  })

  it('are told apart by the key of their company', async () => {
    const { surveyId } = await onPages()
    expect(
      (await app.anonymous.post(`survey-site/s.1.0.${'a'.repeat(43)}/ask`, { visitor: visitorOf(1) })).status,
    ).toBe(404)
    const foreigner = await app.foreigner()
    const { data } = good(await foreigner.get('survey-management/settings'))
    expect(data.siteKey).not.toBe(siteKey)
    expect(await ask({}, data.siteKey)).toBeNull()
    await remove(surveyId)
  })

  it('are verified once one of them loads the snippet, and say what is wrong', async () => {
    const { surveyId } = await onPages()
    const fresh = await app.foreigner()
    const survey = await liveSurvey(fresh)
    expect(await check(fresh, survey.surveyId)).toMatchObject({ state: 'waiting', origins: [] })
    const { data } = good(await fresh.get('survey-management/settings'))
    const load = (form: object) =>
      app.application.app.inject({
        method: 'POST',
        url: `/api/survey-site/${data.siteKey}/ask`,
        headers: { origin: 'https://shop.example.com' },
        payload: { visitor: visitorOf(9), ...form },
      })
    expect((await load({ userId: 'x', signature: 'wrong' })).statusCode).toBe(200)
    expect(await check(fresh, survey.surveyId)).toMatchObject({
      state: 'failed',
      message: 'https://shop.example.com loads the snippet, but the signature of its user is wrong.',
    })
    await load({})
    expect(await check(fresh, survey.surveyId)).toMatchObject({
      state: 'verified',
      origins: [{ origin: 'https://shop.example.com' }],
    })
    app.clock.advance(8 * day)
    expect(await check(fresh, survey.surveyId)).toMatchObject({ state: 'waiting' })
    await remove(surveyId)
  })
})

describe('a contact', () => {
  it('is kept out by each rule, which the preview counts and names', async () => {
    const field = await defineField(admin, 'contact', 'optIn', 'boolean')
    const rule = { field: 'name', operator: 'startsWith', value: 'Asked' }
    const { surveyId } = await liveSurvey(manager, { audience: { rule }, channels: { mail: true } })
    const asked = await newContact({ name: 'Asked A' })
    const consenting = await newContact({ name: 'Asked B' })
    await edit(manager, 'contacts', consenting.id, { [field.name]: true })
    const archived = await newContact({ name: 'Asked C' })
    good(await manager.post('core/contacts/change', { ids: [archived.id], action: 'archive' }))
    const stranger = await newContact({ name: 'Other' })
    const gateOf = async ({ id }: { id: number }) => (await why(surveyId, id, 'mail')).gate
    expect(await gateOf(asked)).toBeNull()
    expect(await gateOf(archived)).toBe('archived')
    expect(await gateOf(stranger)).toBe('audience')
    expect((await why(surveyId, asked.id, 'inProduct')).gate).toBe('channel')

    const preview = async () =>
      good(await manager.get(`${surveysUrl}/${surveyId}/audience?channel=mail`)).data
    const before = await preview()
    expect(before.asked).toBe(2)
    expect(before.examples.map(({ name }: { name: string }) => name)).toEqual(['Asked A', 'Asked B'])
    const sum = before.excluded.reduce(
      (all: number, one: { contacts: number }) => all + one.contacts,
      before.asked,
    )
    expect(sum).toBe(before.contacts)

    good(await put({ consentField: field.name }))
    expect(await gateOf(asked)).toBe('consent')
    expect((await preview()).examples).toMatchObject([{ id: consenting.id }])
    good(await put({}))

    const { address } = good(
      await manager.post(`${surveysUrl}/${surveyId}/link`, { contactId: asked.id }),
    ).data
    const token = new URL(address).pathname.split('/').at(-1)
    expect(await gateOf(asked)).toBe('asked')
    good(await app.anonymous.post(`survey-ask/${token}/unsubscribe`))
    expect(await gateOf(asked)).toBe('unsubscribed')
    const another = await liveSurvey(manager, { channels: { mail: true } })
    expect((await why(another.surveyId, asked.id, 'mail')).gate).toBe('unsubscribed')
    await remove(surveyId)
    await remove(another.surveyId)
  })

  it('is not counted or explained to those who do not see them', async () => {
    const { surveyId } = await onPages()
    const { id } = await newContact()
    const normal = await app.as('normalUser')
    expect((await normal.get(`${surveysUrl}/${surveyId}/audience/${id}`)).status).toBe(404)
    expect((await normal.get(`${surveysUrl}/${surveyId}/audience`)).status).toBe(403)
    expect(good(await normal.get('survey-management/settings')).data.signingKey).toBeNull()
    expect((await manager.put('survey-management/settings', settings)).status).toBe(403)
    await remove(surveyId)
  })

  it('beyond the limit of a day waits for the next', async () => {
    const { surveyId } = await onPages({ audience: { maxPerDay: 1, ignoresQuietPeriod: true } })
    const [one, other] = [await newContact(), await newContact()]
    expect(await shown((await askSigned(one)).token)).toBe(true)
    expect(await askSigned(other)).toBeNull()
    expect((await why(surveyId, other.id)).gate).toBe('dailyLimit')
    app.clock.advance(day)
    expect((await why(surveyId, other.id)).gate).toBeNull()
    await remove(surveyId)
  })
})

it('consent needs a field that says yes or no', async () => {
  expect((await put({ consentField: 'name' })).body.fields).toHaveProperty('consentField')
  expect((await put({ consentField: 'nothing' })).body.fields).toHaveProperty('consentField')
})
