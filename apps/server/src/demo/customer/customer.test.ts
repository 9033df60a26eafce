import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { countAll, counts, find, long, people, scoreMoves, stopBefore, tail } from '../demo.fixture.ts'
import { loadDemo } from '../demo.load.ts'

const stories = ['Halden Freight', 'Pinewood Retail', 'Orbis Analytics', 'Calder and Moss', 'Vantage Clinics']

const idOf = (name: string) => `cus-${name.toLowerCase().replaceAll(' and ', '-').replaceAll(' ', '-')}`
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const within = (accountId: number) =>
  encodeURIComponent(JSON.stringify({ field: 'account', operator: 'isSetTo', value: [accountId] }))

describe('the customers of the demo', () => {
  let app: TestApp
  let admin: Client
  const load = (signal = new AbortController().signal) => loadDemo(app.application, app.tenantId, signal)
  const accountOf = (name: string) => find(admin, 'account', idOf(name))
  const listed = async (path: string): Promise<Answer['body'][]> => (await admin.get(path)).body.data

  /** The results of jobs. */
  const works = async () => {
    const [survey] = await listed('survey-management/surveys')
    const [scenario] = await listed('scenario-management/scenarios')
    return {
      responses: survey?.figures.responses,
      entered: scenario?.entered as number,
      inside: scenario?.inProgress,
      hasBegun: scenario?.entered > 0,
    }
  }

  beforeAll(async () => {
    app = await startTestApp({ STARTER_FIELDS: 'on' })
    admin = await app.as('administrator')
  })
  afterAll(() => app.stop())

  it(
    'are completed after they were cut short',
    async () => {
      // Among the records, and among what happened to them.
      for (const batch of [60, 300]) await expect(load(stopBefore(batch))).rejects.toThrow('stopped')
      await load()
      expect(await countAll(admin)).toEqual(counts)
    },
    long,
  )

  it(
    'are there once, however often they are loaded',
    async () => {
      const { accountId } = await accountOf('Halden Freight')
      const history = await listed(`core/accounts/${accountId}/history`)
      await load()
      expect(await countAll(admin)).toEqual(counts)
      expect(await listed(`core/accounts/${accountId}/history`)).toEqual(history)
      const timeline = `core/timeline?level=account&parentIdentifier=${accountId}&kinds=note,activity,pulse,email`
      // 15 entries of the story, and 3 mails.
      expect(await listed(timeline)).toHaveLength(18)
    },
    long,
  )

  it(
    'are followed by jobs: answers to a survey, and a scenario',
    async () => {
      await app.application.startWorker()
      const large = counts.accounts - tail.accounts
      await expect
        .poll(works, { timeout: long, interval: 500 })
        .toMatchObject({ responses: 31, inside: 0, hasBegun: true })
      const { entered } = await works()
      expect(entered).toBeGreaterThan(5)
      expect(entered).toBeLessThan(large)
    },
    long,
  )

  it.each(stories)('%s has something on each tab', async (name) => {
    const { accountId } = await accountOf(name)
    const of = `level=account&parentIdentifier=${accountId}`
    const tabs = {
      timeline: await listed(`core/timeline?${of}`),
      answers: await listed(`core/timeline?${of}&kinds=survey`),
      scenarios: await listed(`scenario-management/records/${accountId}/runs`),
      tasks: await listed(`tasks?${of}`),
      playbooks: await listed(`playbook/playbook-instances/search?${of}`),
      plans: await listed(
        `success-plan/success-plan?level=account&entityId=${accountId}&includeCompleted=true`,
      ),
      files: await listed(`core/files?${of}`),
      emails: await listed(`email-v3/threads?level=account&entity=${accountId}`),
      health: await listed(`health-management/scores/${accountId}/history?level=account&from=${day(170)}`),
      contacts: await listed(`core/contacts?filter=${within(accountId)}`),
      pipelines: await listed(`core/pipelines?filter=${within(accountId)}`),
      history: await listed(`core/accounts/${accountId}/history`),
    }
    for (const [tab, items] of Object.entries(tabs)) expect(items.length, tab).toBeGreaterThan(0)
  })

  it('have histories in the order of time, by those who looked after them', async () => {
    const { accountId, globalFields } = await accountOf('Calder and Moss')
    const history = await listed(`core/accounts/${accountId}/history?limit=100`)
    const times = history.map(({ at }) => at as string)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(globalFields.owners.map((owner: { name: string }) => owner.name)).toEqual(['Hannah Weiss'])
    const handOver = history.find(({ by }) => by.name === 'Priya Nair')
    expect(handOver?.changes).toMatchObject([{ beforeText: 'Jonas Lindqvist', afterText: 'Hannah Weiss' }])
  })

  it('have scores that followed what happened', async () => {
    const { accountId } = await accountOf('Vantage Clinics')
    const path = `health-management/scores/${accountId}/movement?level=account&from=${day(60)}&to=${day(20)}`
    const { data } = (await admin.get(path)).body
    expect(data.difference).toBeLessThan(-2)
    expect(data.movements.map(({ name }: { name: string }) => name)).toContain('Pulse')
  })

  it.each(stories)('the history of %s has each change of its score, on its day', async (name) => {
    const { accountId } = await accountOf(name)
    const { told, shown } = await scoreMoves(admin, accountId)
    expect(told).toEqual(shown)
    expect(told.length).toBeGreaterThan(3)
    expect(told[0]!.day < day(30)).toBe(true)
  })

  it.each(stories)('the trend of %s is what the movement of its score explains', async (name) => {
    const { accountId } = await accountOf(name)
    const scores = `health-management/scores/${accountId}`
    const { trend } = (await admin.get(`${scores}?level=account`)).body.data
    const { difference } = (await admin.get(`${scores}/movement?level=account`)).body.data
    expect(trend).toBeCloseTo(difference, 9)
  })

  it('have organizations whose scores moved with those of their accounts', async () => {
    const { organizationId } = await find(admin, 'organization', 'org-vantage-health')
    const path = `health-management/scores/${organizationId}/movement?level=organization&from=${day(60)}&to=${day(20)}`
    const { data } = (await admin.get(path)).body
    expect(data.from.score).not.toBeNull()
    expect(data.difference).toBeLessThan(-1)
  })

  it('have plans that began when they say, by those who own them', async () => {
    const { accountId } = await accountOf('Halden Freight')
    const plan = (await listed(`success-plan/success-plan?level=account&entityId=${accountId}`))[0]
    const recent = await listed('core/change-sets?limit=100')
    const times = recent.map(({ at }) => at as string)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(plan.createdAt.slice(0, 10)).toBe(plan.startDate)
  })

  it('left where the story says so', async () => {
    const { globalFields } = await accountOf('Pinewood Retail')
    expect(globalFields).toMatchObject({ churned: true, pulse: 1 })
    const { accountId } = await accountOf('Pinewood Retail')
    const tasks = await listed(`tasks?level=account&parentIdentifier=${accountId}`)
    const open = tasks.filter(({ status }) => status !== 'COMPLETED' && status !== 'ARCHIVED')
    expect(open.map(({ dueDate }) => dueDate > day(0))).toEqual([true])
  })

  it('have plans that are completed where all that is in them is done, and only there', async () => {
    const plans = await listed('success-plan/success-plan?includeCompleted=true&pageSize=200')
    expect(plans).toHaveLength(stories.length)
    for (const plan of plans) {
      const { name, milestones, completedMilestones, kpis, metKpis, completionPercent } = plan
      const isDone = milestones === completedMilestones && kpis === metKpis
      expect([plan.completedAt !== null, completionPercent === 100], name).toEqual([isDone, isDone])
    }
    const left = plans.find(({ name }) => name === 'Stores in the south')
    expect(left).toMatchObject({ milestones: 3, completedMilestones: 1, metKpis: 0, progressName: 'At risk' })
  })

  it('talk with those whom their stories name', async () => {
    const { accountId } = await accountOf('Pinewood Retail')
    const talks = await listed(`core/timeline?level=account&parentIdentifier=${accountId}&kinds=activity`)
    const last = talks.find(({ title }) => title === 'Wesley does not renew')
    expect(last?.details.contacts).toMatchObject([{ name: 'Wesley Hart' }])
  })

  it('are looked after by people who were there within the last days', async () => {
    const { activeUsers } = await app.application.modules.users.listByState(admin.actor)
    const seen = activeUsers.filter(({ email }) => email.endsWith('@demo.example'))
    const moments = seen.map(({ lastSeenAt }) => lastSeenAt ?? '')
    expect(moments).toHaveLength(people)
    expect(moments.every((at) => at > day(6) && at < new Date().toISOString())).toBe(true)
    expect(new Set(moments.map((at) => at.slice(0, 10))).size).toBeGreaterThan(1)
  })

  it('are in segments that are pinned for the administrator', async () => {
    const segments = await listed('segment?level=account&tab=Pinned')
    expect(new Set(segments.map(({ createdBy }) => createdBy?.name ?? ''))).toEqual(new Set(['Priya Nair']))
    expect(segments.map(({ name }) => name).toSorted()).toEqual([
      'Enterprise',
      'Needs attention',
      'Renewals in 90 days',
    ])
  })
})
