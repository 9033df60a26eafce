import { todayWeights } from '@steward/contracts/plain/today'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { eml, importOne } from '../email/email.fixture.ts'
import { nextDays, scored } from '../health/health.fixture.ts'
import { measureOf, publishModel } from '../health-model/health-model.fixture.ts'
import { create, good } from '../record/record.fixture.ts'
import { act, createTask } from '../task/task.fixture.ts'
import { logOne, type Given } from '../timeline/timeline.fixture.ts'
import { cardOf, dayAt, dayLength, onAccount, readToday } from './today.fixture.ts'

let app: TestApp
let admin: Client
let me: Client
let viewer: Client

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
  me = await app.newUser('normalUser', 'me@us.test')
  viewer = await app.as('viewer')
})
afterAll(() => app.stop())

const dayIn = (days: number) => dayAt(app, days)

const account = (name: string): Promise<number> => create(me, 'accounts', { name })

const meet = (id: number, daysAgo: number): Promise<number> =>
  logOne(app, me, {
    on: ['accounts', id],
    kind: 'activity',
    title: 'Call',
    occurredAt: new Date(app.clock.now().getTime() - daysAgo * dayLength),
  })

describe('today', () => {
  it('is empty without data, and has the day of the user', async () => {
    const nobody = await app.newUser('normalUser', 'new@us.test')
    expect(await readToday(nobody)).toMatchObject({
      day: dayIn(0),
      cards: [],
      totalCards: 0,
      calendar: [],
      news: [],
      book: { accounts: 0, health: { good: 0, average: 0, poor: 0, none: 0 }, openTasks: 0 },
    })
  })

  it('has the tasks of the user by how late they are, folded by account, and none of others', async () => {
    const id = await account('Tasks')
    await createTask(me, { ...onAccount(id), title: 'Late', dueDate: dayIn(-5) })
    await createTask(me, { ...onAccount(id), title: 'Now', dueDate: dayIn(0), estimateMinutes: 30 })
    await createTask(me, { ...onAccount(id), title: 'Far', dueDate: dayIn(40) })
    await createTask(me, {
      ...onAccount(id),
      title: 'Of others',
      assigneeId: admin.actor.userId,
      dueDate: dayIn(-9),
    })
    const card = await cardOf(me, id)
    expect(card).toMatchObject({ title: 'Tasks', nextStep: 'completeTask' })
    expect(card?.reasons.map(({ text }) => text)).toEqual(['“Late” was due 5 days ago', '“Now” is due today'])
    expect(card?.points).toBeCloseTo(card?.reasons.reduce((sum, { points }) => sum + points, 0) ?? 0, 6)
    const { calendar } = await readToday(me)
    expect(calendar).toMatchObject([{ title: 'Now', estimateMinutes: 30, record: { id, name: 'Tasks' } }])
  })

  it('says of a task which activity completing it can log', async () => {
    const id = await account('Typed')
    const { data: types } = good(await me.get('core/activity-type'))
    const [type] = Object.values(types) as [{ activityTypeId: number }]
    const { activityTypeId } = type
    await createTask(me, { ...onAccount(id), title: 'With', dueDate: dayIn(-2), activityTypeId })
    await createTask(me, { ...onAccount(id), title: 'Without', dueDate: dayIn(-1) })
    const card = await cardOf(me, id)
    expect(card?.reasons.map((reason) => reason.activityTypeId)).toEqual([activityTypeId, null])
  })

  it('has tasks without a record as cards of their own', async () => {
    const { taskId } = await createTask(me, { title: 'Tidy the desk', dueDate: dayIn(0) })
    const { cards } = await readToday(me)
    expect(cards.find(({ key }) => key === `task:${taskId}`)).toMatchObject({
      record: null,
      title: '“Tidy the desk” is due today',
    })
  })

  it('has accounts that are quieter than usual, with what is usual', async () => {
    const quiet = await account('Quiet')
    for (const daysAgo of [50, 45, 40, 35]) await meet(quiet, daysAgo)
    const busy = await account('Busy')
    for (const daysAgo of [20, 15, 10, 5]) await meet(busy, daysAgo)
    const unknown = await account('Unknown')
    for (const daysAgo of [60, 50]) await meet(unknown, daysAgo)
    expect(await cardOf(me, quiet)).toMatchObject({
      nextStep: 'contact',
      reasons: [{ source: 'quiet', text: 'No contact for 35 days; usually every 5 days', points: 25 }],
    })
    expect([await cardOf(me, busy), await cardOf(me, unknown)]).toEqual([undefined, undefined])
  })

  it('takes only contacts that the user may read', async () => {
    const ann = await app.newUser('normalUser', 'ann@us.test')
    const call = (by: Client, on: Given['on'], daysAgo: number, more: Partial<Given> = {}) => {
      const occurredAt = new Date(app.clock.now().getTime() - daysAgo * dayLength)
      return logOne(app, by, { on, kind: 'activity', title: 'Call', occurredAt, ...more })
    }
    const quietFor = async (name: string): Promise<number> => {
      const id = await create(ann, 'accounts', { name })
      for (const daysAgo of [50, 45, 40, 35]) await call(ann, ['accounts', id], daysAgo)
      return id
    }
    const restricted = await quietFor('Restricted')
    await call(admin, ['accounts', restricted], 1, { audience: 'participants' })
    const shared = await quietFor('Shared')
    const theirs = { name: 'Deal of another', accountId: shared, primaryOwner: admin.actor.userId }
    await call(admin, ['pipelines', await create(admin, 'pipelines', theirs)], 1)
    for (const id of [restricted, shared])
      expect(await cardOf(ann, id)).toMatchObject({ nextStep: 'contact' })
    expect((await readToday(admin, `?userId=${ann.actor.userId}`)).cards).toEqual([])
  })

  it('has open risks under their account until a task is about them', async () => {
    const id = await account('Risky')
    const risk = await create(me, 'pipelines', { name: 'Champion left', pipelineType: 2, accountId: id })
    expect(await cardOf(me, id)).toMatchObject({
      nextStep: 'planRisk',
      reasons: [{ source: 'risk', subject: { kind: 'record', id: risk, level: 4 } }],
    })
    const task = await createTask(me, { level: 'pipeline', parentIdentifier: risk, dueDate: dayIn(30) })
    expect(await cardOf(me, id)).toBeUndefined()
    await act(me, 'complete', { taskIds: [task.taskId] })
    expect((await cardOf(me, id))?.nextStep).toBe('planRisk')
  })

  it('has mail that waits for an answer, of threads that the reader may read', async () => {
    const id = await account('Waiting')
    const date = new Date(app.clock.now().getTime() - 3 * dayLength).toUTCString()
    const mail = eml({ subject: 'A question', id: '<question@customer.test>', date })
    const { threadId } = await importOne(app, me, `level=account&parentIdentifier=${id}`, mail)
    expect(await cardOf(me, id)).toMatchObject({
      nextStep: 'answerMail',
      reasons: [
        {
          source: 'mail',
          subject: { kind: 'thread', id: threadId },
          text: '“A question” has waited 3 days for an answer',
        },
      ],
    })
    const answer = {
      from: 'me@us.test',
      to: 'ada@customer.test',
      subject: 'Re: A question',
      inReplyTo: '<question@customer.test>',
    }
    const sent = new Date(app.clock.now().getTime() - 2 * dayLength).toUTCString()
    await importOne(
      app,
      me,
      `level=account&parentIdentifier=${id}`,
      eml({ ...answer, id: '<answer@us.test>', date: sent }),
    )
    expect(await cardOf(me, id)).toBeUndefined()
  })

  it('has scores that fell, with what took most from them', async () => {
    const contact = {
      name: 'Contact',
      metric: 'daysSinceContact',
      rules: [{ operator: 'lte' as const, value: 7, points: 10 }],
      otherwise: 4,
    }
    await publishModel(admin, 2, { measures: [measureOf(contact)] })
    const id = await account('Falling')
    await meet(id, 0)
    await scored(app)
    await nextDays(app, 15)
    const card = await cardOf(me, id)
    const fall = card?.reasons.find(({ source }) => source === 'score')
    expect(fall).toMatchObject({
      text: 'Health score down 6.0 to 4.0 in 14 days',
      cause: 'Contact −6.00',
      points: 50,
    })
  })

  it('leaves out archived and churned accounts, and those of others', async () => {
    const gone = await account('Gone')
    for (const daysAgo of [50, 45, 40]) await meet(gone, daysAgo)
    expect(await cardOf(me, gone)).toBeDefined()
    good(await me.put(`core/accounts/${gone}/archive`))
    expect(await cardOf(me, gone)).toBeUndefined()
  })

  it('comes in the order of its points', async () => {
    const { cards } = await readToday(me)
    expect(cards.length).toBeGreaterThan(2)
    const points = cards.map((card) => card.points)
    expect(points).toEqual(points.toSorted((a, b) => b - a))
  })
})

describe('a member of the team', () => {
  it('is seen by those who see all records, and by no one else', async () => {
    const ofMe = await readToday(me)
    const seen = await readToday(admin, `?userId=${me.actor.userId}`)
    expect(seen.user.id).toBe(me.actor.userId)
    expect(seen.cards.map(({ key }) => key)).toEqual(ofMe.cards.map(({ key }) => key))
    expect((await readToday(viewer, `?userId=${me.actor.userId}`)).user.id).toBe(me.actor.userId)
    const unseen = await me.get(`today?userId=${admin.actor.userId}`)
    const absent = await me.get('today?userId=999999')
    expect([unseen.status, absent.status]).toEqual([404, 404])
    expect(unseen.body.message).toBe(absent.body.message)
  })
})

describe('weights', () => {
  it('are set by administrators, who see the order of a user before', async () => {
    const only = { task: 0, score: 0, mail: 0, risk: 0, quiet: 100, plan: 0, survey: 0 }
    const preview = good(
      await admin.post('today/settings/preview', { weights: only, userId: me.actor.userId }),
    ).data
    expect(preview.length).toBeGreaterThan(0)
    expect(preview[0]).toMatchObject({ place: 1, placeNow: expect.any(Number) })
    expect(
      (await readToday(me)).cards.some(({ reasons }) => reasons.some(({ source }) => source === 'task')),
    ).toBe(true)

    good(await admin.put('today/settings/weights', only))
    const { cards } = await readToday(me)
    expect(cards.map(({ key }) => key)).toEqual(preview.map((card: { key: string }) => card.key))
    expect(
      new Set(
        cards.flatMap(({ reasons }) =>
          reasons.filter(({ points }) => points > 0).map(({ source }) => source),
        ),
      ),
    ).toEqual(new Set(['quiet']))
    expect(good(await admin.get('audit?action=today.weighed')).data[0]).toMatchObject({
      details: { before: todayWeights, after: only },
    })
    good(await admin.put('today/settings/weights', todayWeights))
  })

  it('are refused outside of 0 to 100, at the field, and to others', async () => {
    expect(await admin.put('today/settings/weights', { ...todayWeights, mail: 101 })).toMatchObject({
      status: 400,
      body: { fields: { mail: 'Enter a number from 0 to 100.' } },
    })
    expect((await me.put('today/settings/weights', todayWeights)).status).toBe(403)
  })
})

describe('the book', () => {
  it('counts the accounts of the user, by health, and what others logged since yesterday', async () => {
    const owner = await app.newUser('normalUser', 'book@us.test')
    const ids = [
      await create(owner, 'accounts', { name: 'One' }),
      await create(owner, 'accounts', { name: 'Two' }),
    ]
    await logOne(app, admin, {
      on: ['accounts', ids[0] as number],
      title: 'Handover notes',
      occurredAt: app.clock.now(),
    })
    await logOne(app, owner, {
      on: ['accounts', ids[1] as number],
      title: 'My own',
      occurredAt: app.clock.now(),
    })
    const { book, news } = await readToday(owner)
    expect(book).toMatchObject({ accounts: 2, changedThisWeek: 2 })
    expect(Object.values(book.health).reduce((sum, n) => sum + n, 0)).toBe(2)
    expect(news).toMatchObject([
      {
        text: 'Note: Handover notes',
        record: { id: ids[0], name: 'One' },
        author: { id: admin.actor.userId },
      },
    ])
  })
})
