import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SurveySplit } from '@steward/contracts/survey/response'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { create } from '../record/record.fixture.ts'
import { good, liveSurvey, surveysUrl, tokenOf } from '../survey-management/survey.fixture.ts'
import { createAnswering, filters, visitor } from './response.fixture.ts'

let app: TestApp
let manager: Client
let accountId: number
let answering: ReturnType<typeof createAnswering>

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await app.application.startWorker()
  accountId = await create(manager, 'accounts', { name: 'Northwind', owners: [manager.actor.userId] })
  answering = createAnswering(app, manager)
})
afterAll(() => app.stop())

const openLinkOf = async (surveyId: number): Promise<string | null> =>
  good(await manager.get(`${surveysUrl}/${surveyId}`)).data.openLink

const scoresIn = ({ data }: { data: { score: number | null }[] }) => data.map(({ score }) => score)

const timelineOf = async (level: string, id: number) =>
  good(await manager.get(`core/timeline?level=${level}&parentIdentifier=${id}&kinds=survey`)).data
const poll = (read: () => unknown) => expect.poll(read, { timeout: 30_000, interval: 50 })

describe('a partial answer', () => {
  it('is added up although no complete one follows', async () => {
    const { surveyId, openLink } = await liveSurvey(manager)
    const token = tokenOf(openLink)
    good(await answering.send(token, { score: 4 }, { visitor: visitor(900), isComplete: false }))
    const { owner } = app.application.platform.database
    const apart = async () => {
      const rows = await owner.query('select from survey_count where survey_id = $1 and part <> 0', [
        surveyId,
      ])
      return rows.rowCount
    }
    expect(await apart()).toBe(1)
    await transact(app.application.platform.database.tenant(app.tenantId), (tx) =>
      addJob(tx, { task: 'survey:add-up', payload: {} }),
    )
    await poll(apart).toBe(0)
    expect(await answering.statBar(surveyId)).toMatchObject({ complete: 0, partial: 1 })
  })
})

describe('responses', () => {
  it('come in pages by key, and as filters say', async () => {
    const { surveyId } = await liveSurvey(manager)
    const contactIds: number[] = []
    for (const score of [0, 6, 7, 9, 10]) {
      const contactId = await answering.newContact(accountId)
      contactIds.push(contactId)
      good(
        await answering.send(await answering.linkOf(surveyId, contactId), {
          score,
          ...(score === 6 && { comment: 'Hm' }),
        }),
      )
    }
    const first = await answering.responses(surveyId, '?limit=2')
    expect(scoresIn(first)).toEqual([10, 9])
    const second = await answering.responses(surveyId, `?limit=2&startAtKey=${first.lastFetchedKey}`)
    expect(scoresIn(second)).toEqual([7, 6])
    const third = await answering.responses(surveyId, `?limit=2&startAtKey=${second.lastFetchedKey}`)
    expect(scoresIn(third)).toEqual([0])
    expect(third.lastFetchedKey).toBeNull()

    expect(scoresIn(await answering.responses(surveyId, filters({ group: 'detractor' })))).toEqual([6, 0])
    expect(scoresIn(await answering.responses(surveyId, filters({ hasComment: true })))).toEqual([6])
    expect(scoresIn(await answering.responses(surveyId, filters({ scoreFrom: 7, scoreTo: 9 })))).toEqual([
      9, 7,
    ])
    expect(scoresIn(await answering.responses(surveyId, filters({ scoreFrom: 6.5, scoreTo: 1e30 })))).toEqual(
      [10, 9, 7],
    )
    expect(scoresIn(await answering.responses(surveyId, filters({ version: 9_000_000_000 })))).toEqual([])
    expect(scoresIn(await answering.responses(surveyId, filters({ recordId: contactIds[3] })))).toEqual([9])
    expect(
      scoresIn(await answering.responses(surveyId, filters({ recordId: accountId, channel: 'mail' }))),
    ).toEqual([])
    expect(await answering.statBar(surveyId, filters({ group: 'promoter' }))).toMatchObject({
      score: 100,
      complete: 2,
      asked: null,
    })
    expect(await answering.statBar(surveyId)).toMatchObject({ score: 0, complete: 5 })
    const trend = good(await manager.get(`${surveysUrl}/${surveyId}/trend?period=month`)).data
    expect(trend.at(-1)).toMatchObject({ responses: 5, score: 0 })

    expect((await manager.get(`${surveysUrl}/${surveyId}/responses?startAtKey=nonsense`)).status).toBe(400)
    expect((await manager.get(`${surveysUrl}/${surveyId}/responses?filters=%7B`)).status).toBe(400)
    expect((await manager.get(`${surveysUrl}/${surveyId}/responses${filters({ other: 1 })}`)).status).toBe(
      400,
    )
  })

  it('that come together and change are counted at once, and added up soon', async () => {
    const { surveyId, openLink } = await liveSurvey(manager)
    const token = tokenOf(openLink)
    const send = (n: number, score: number, more: object = {}) =>
      answering.send(token, { score }, { visitor: visitor(n), ...more })
    const people = Array.from({ length: 10 }, (_, n) => n)
    const counted = { complete: 10, partial: 1, distribution: [{ score: 3, responses: 10 }] }
    await Promise.all(people.map((n) => send(n, 9)))
    await Promise.all([...people.map((n) => send(n, 3)), send(10, 7, { isComplete: false })])
    expect(await answering.statBar(surveyId)).toMatchObject(counted)
    const apart = async () => {
      const { rows } = await app.application.platform.database.owner.query<{ n: number }>(
        'select count(*)::int as n from survey_count where tenant_id = $1 and survey_id = $2 and part <> 0',
        [app.tenantId, surveyId],
      )
      return rows[0]?.n
    }
    await send(11, 3)
    await poll(apart).toBe(0)
    expect(await answering.statBar(surveyId)).toMatchObject({
      complete: 11,
      partial: 1,
      distribution: [{ score: 3, responses: 11 }],
    })
  })

  it('are split by the value of a field, and the parts add up to the whole', async () => {
    const { surveyId } = await liveSurvey(manager)
    const stages = good(await manager.get('core/lifecycles?level=account')).data
    const [first, second] = stages as { lifecycleStageId: number; displayName: string }[]
    const inStage = (stage: typeof first, at: number) =>
      create(manager, 'accounts', { name: `In stage ${at}`, lifecycleStage: stage?.lifecycleStageId })
    const accounts = [await inStage(first, 1), await inStage(second, 2)]
    for (const [at, score] of [10, 9, 3, 0].entries()) {
      const contactId = await answering.newContact(accounts[at % 2] as number)
      good(await answering.send(await answering.linkOf(surveyId, contactId), { score }))
    }
    good(await answering.send(tokenOf(await openLinkOf(surveyId)), { score: 7 }, { visitor: visitor(900) }))
    const split = async (field: string, level: string): Promise<SurveySplit[]> =>
      good(await manager.get(`${surveysUrl}/${surveyId}/split?field=${field}&level=${level}`)).data
    const byStage = (await split('lifecycleStage', 'account')).map((one) => [
      one.label,
      one.responses,
      one.score,
    ])
    expect(byStage).toHaveLength(3)
    expect(byStage).toEqual(
      expect.arrayContaining([
        [first?.displayName, 2, 0],
        [second?.displayName, 2, 0],
        ['No value', 1, 0],
      ]),
    )
    const byAccount = await split('account', 'contact')
    expect(byAccount.map(({ label }) => label)).toEqual(expect.arrayContaining(['In stage 1', 'In stage 2']))
    expect(byAccount.reduce((sum, one) => sum + one.responses, 0)).toBe(5)
    const refused = await manager.get(`${surveysUrl}/${surveyId}/split?field=nothing`)
    expect(refused.body.fields).toHaveProperty('field')
  })

  it('are exported with the answers in words', async () => {
    const { surveyId } = await liveSurvey(manager)
    good(
      await answering.send(await answering.linkOf(surveyId, await answering.newContact(accountId)), {
        score: 9,
        comment: '=1+1, "quoted"',
      }),
    )
    const exported = await manager.get(`${surveysUrl}/${surveyId}/responses/export`)
    expect(exported.status).toBe(200)
    const [header, line, ...rest] = String(exported.body).split('\r\n')
    expect(header).toMatch(/^Response,Answered at \(UTC\),Score,Group,Contact,Account,.*,How likely are you/)
    expect(line).toMatch(/,9,promoter,Ann \d+,Northwind,link,,1,Yes,9,"'=1\+1, ""quoted"""$/)
    expect(rest).toEqual([''])
  })

  it('of contacts that a Normal User does not see stay hidden from them', async () => {
    const { surveyId } = await liveSurvey(manager)
    good(
      await answering.send(await answering.linkOf(surveyId, await answering.newContact(accountId)), {
        score: 4,
      }),
    )
    const normal = await app.as('normalUser')
    expect(good(await normal.get(`${surveysUrl}/${surveyId}/responses`)).data).toEqual([])
    expect(good(await normal.get(`${surveysUrl}/${surveyId}/stat-bar`)).data).toMatchObject({
      complete: 0,
      asked: null,
    })
    const trend = `${surveysUrl}/${surveyId}/trend?period=month`
    expect(good(await normal.get(trend)).data).toEqual([])
    expect(good(await manager.get(trend)).data).toMatchObject([{ responses: 1 }])
    const hidden = { asked: null, answered: null, responses: 0, score: null }
    const figuresFor = async (client: Client) =>
      good(await client.get(`${surveysUrl}/${surveyId}`)).data.figures
    expect(await figuresFor(normal)).toEqual(hidden)
    expect(await figuresFor(manager)).toEqual({ asked: 1, answered: 1, responses: 1, score: -100 })
    const listed = good(await normal.get(surveysUrl)).data as { surveyId: number; figures: object }[]
    expect(listed.find((one) => one.surveyId === surveyId)?.figures).toEqual(hidden)
  })
})

describe('an answer of a contact', () => {
  it('is on the timelines of contact and account, notifies the owner, is on Today, and goes with the response', async () => {
    const owner = await app.newUser('manager')
    const account = await create(manager, 'accounts', { name: 'Contoso', owners: [owner.actor.userId] })
    const contactId = await create(manager, 'contacts', {
      name: 'Eve',
      email: 'eve@example.com',
      accountId: account,
    })
    const { surveyId, name } = await liveSurvey(manager)
    const token = await answering.linkOf(surveyId, contactId)
    good(await answering.send(token, { score: 2, comment: 'Nothing works' }))
    await poll(async () => (await timelineOf('account', account)).length).toBe(1)
    const [item] = await timelineOf('contact', contactId)
    expect(item).toMatchObject({
      kind: 'survey',
      title: `NPS 2: ${name}`,
      author: null,
      mayEdit: false,
      details: { surveyId, score: 2, type: 'nps' },
    })
    expect(item.details.answers.at(-1)).toMatchObject({ answer: 'Nothing works' })
    const found = async (query: string): Promise<string[]> => {
      const page = good(await manager.get(`core/timeline/search?${query}`))
      return page.data.map(({ title }: { title: string }) => title)
    }
    expect(await found('query=nothing%20works')).toEqual([item.title])
    expect(await found('query=nothing%20works&kinds=note')).toEqual([])
    const onPage = `core/timeline?level=account&parentIdentifier=${account}&query=nothing`
    expect(good(await manager.get(onPage)).data).toMatchObject([{ kind: 'survey' }])
    const { data } = good(await owner.get('notification/notification?mode=1&size=15'))
    expect(JSON.stringify(data)).toContain('Eve answered the survey')

    const today = good(await owner.get('today')).data
    const [card] = today.cards
    expect(card.record).toMatchObject({ id: account })
    expect(card.reasons[0]).toMatchObject({ source: 'survey', text: `Eve gave “${name}” a 2 today` })

    good(await answering.send(token, { score: 9 }))
    await poll(async () => (await timelineOf('account', account))[0]?.details.score).toBe(9)
    expect(await timelineOf('account', account)).toHaveLength(1)

    const [{ responseId } = { responseId: 0 }] = (await answering.responses(surveyId)).data
    good(await manager.delete(`${surveysUrl}/${surveyId}/responses/${responseId}`))
    expect(await timelineOf('account', account)).toEqual([])
    expect(await found('query=nothing')).toEqual([])
    expect(await answering.statBar(surveyId)).toMatchObject({ complete: 0 })
    expect((await manager.delete(`${surveysUrl}/${surveyId}/responses/${responseId}`)).status).toBe(404)
  })
})
