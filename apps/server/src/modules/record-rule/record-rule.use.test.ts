import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good } from '../record/record.fixture.ts'
import { fieldsNamedIn } from './record-rule.settings.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await field('account', 'worked_out')
})
afterAll(() => app.stop())

const usesOf = async (fieldId: number, client = admin): Promise<object[]> =>
  good(await client.get(`core/fields/${fieldId}/system-usage`)).data.uses

const use = (kind: string, name: string, count = 1) => ({ kind, name, count })

const field = async (level: string, name: string, type = 'number'): Promise<number> =>
  (await defineField(admin, level, name, type)).customColumnId

const end = { key: 'end', type: 'end', settings: {}, next: {} }

/** A scenario of accounts with one node between its trigger and its end. */
const scenario = (name: string, type: string, settings: object, next: object = { next: 'end' }) => ({
  formData: { name, level: 'account' },
  nodes: [
    { key: 'start', type: 'onEvent', settings: { type: 'created' }, next: { next: 'work' } },
    { key: 'work', type, settings, next },
    end,
  ],
})

const createScenario = async (body: object): Promise<number> =>
  good(await admin.post('scenario-management/scenarios', body)).data.scenarioId

const triggered = (name: string, type: string, settings: object) => ({
  formData: { name, level: 'account' },
  nodes: [{ key: 'start', type, settings, next: { next: 'end' } }, end],
})
const above = (name: string) => ({ field: name, operator: 'greater', value: 3 })
const yesNo = { yes: 'end', no: 'end' }
const change = { type: 'change_attribute', occurrence: 'immediate', changeType: 'any' }

const audience = (name: string) => ({ rule: above(name) })

describe('scenarios', () => {
  it.each([
    [
      'a condition',
      'number',
      (name: string) => scenario('', 'condition', { rule: { not: above(name) } }, yesNo),
    ],
    ['a filter', 'number', (name: string) => scenario('', 'filter', { rule: { and: [above(name)] } })],
    [
      'one of several branches',
      'number',
      (name: string) =>
        scenario(
          '',
          'branches',
          { branches: [{ key: 'high', name: 'High', rule: above(name) }] },
          { high: 'end', else: 'end' },
        ),
    ],
    ['an action', 'number', (name: string) => scenario('', 'setAttribute', { field: name, value: 1 })],
    [
      'a formula',
      'number',
      (name: string) =>
        scenario('', 'setAttribute', {
          field: 'worked_out',
          operation: 'formula',
          formula: `{${name.toUpperCase()}} + 1`,
        }),
    ],
    ['a wait for a day', 'date', (name: string) => scenario('', 'wait', { mode: 'date', field: name })],
    [
      'a wait for a change',
      'number',
      (name: string) =>
        scenario(
          '',
          'wait',
          { mode: 'event', amount: 1, period: 'day', event: { ...change, attribute: name } },
          { happened: 'end', timeout: 'end' },
        ),
    ],
    ['a change', 'number', (name: string) => triggered('', 'onEvent', { ...change, attribute: name })],
    [
      'the filter of a selection',
      'number',
      (name: string) => triggered('', 'runNow', { selection: { filter: JSON.stringify(above(name)) } }),
    ],
  ])('use a field by %s', async (by, type, build) => {
    const apiName = `by_${by.replaceAll(' ', '_')}`
    const id = await field('account', apiName, type)
    const body = build(apiName)
    body.formData.name = `Watch ${by}`
    const scenarioId = await createScenario(body)
    expect(await usesOf(id)).toEqual([use('scenario', `Watch ${by}`)])
    good(await admin.delete(`scenario-management/scenarios/${scenarioId}/archive`))
    expect(await usesOf(id)).toEqual([])
  })

  it('are named to those who may see them, and use fields of parents', async () => {
    const id = await field('organization', 'region_code')
    await createScenario(
      scenario('Secret', 'condition', { rule: above('organization.region_code') }, { yes: 'end', no: 'end' }),
    )
    expect(await usesOf(id, await app.as('manager'))).toEqual([use('scenario', 'Secret')])
    expect(await usesOf(id, await app.as('viewer'))).toEqual([use('scenario', 'A scenario')])
    const listed = good(
      await admin.get('core/fields?level=organization&name=region_code&withPlaces=true'),
    ).data
    expect(listed[0].places).toBe(1)
    const retyped = await admin.post(`core/fields/${id}/type-change/preview`, { dataType: 'string' })
    expect(JSON.stringify(retyped.body)).toContain('scenario \\"Secret\\"')
  })
})

describe('surveys', () => {
  it('use the fields of their audience, as they are asked and as they are drafted', async () => {
    const asked = await field('contact', 'seat_count')
    const drafted = await field('account', 'branch_count')
    const url = 'survey-management/surveys'
    const form = {
      name: 'Yearly',
      type: 'nps',
      audience: audience('seat_count'),
      channels: { openLink: true },
    }
    const { surveyId } = good(await admin.post(url, form)).data
    const { data } = good(await admin.post(`${url}/${surveyId}/publish`))
    const edit = { revision: data.revision, audience: audience('account.branch_count') }
    good(await admin.put(`${url}/${surveyId}`, edit))
    expect([await usesOf(asked), await usesOf(drafted)]).toEqual([
      [use('survey', 'Yearly')],
      [use('survey', 'Yearly')],
    ])
    good(await admin.delete(`${url}/${surveyId}`))
    expect([await usesOf(asked), await usesOf(drafted)]).toEqual([[], []])
  })

  it('use the fields of their settings', async () => {
    const consent = await field('contact', 'may_ask', 'boolean')
    const language = await field('contact', 'spoken', 'string')
    const form = { quietDays: 30, requiresSignature: false }
    good(
      await admin.put('survey-management/settings', {
        ...form,
        consentField: 'may_ask',
        languageField: 'spoken',
      }),
    )
    expect([await usesOf(consent), await usesOf(language)]).toEqual([
      [use('survey setting', 'Consent')],
      [use('survey setting', 'Language of contacts')],
    ])
  })
})

describe('success plans', () => {
  it('use the fields that KPIs follow, in open plans and in templates', async () => {
    const id = await field('account', 'live_stores')
    const kpi = { targetType: 'numeric', targetCriteria: 'is greater than', targetValue: 10 }
    const template = {
      name: 'Roll out',
      level: 'account',
      planName: 'Roll out',
      items: [{ kind: 'KPI', name: 'Stores', ...kpi, sourceField: 'live_stores' }],
    }
    good(await admin.post('success-plan/template', template))
    const entityId = await create(admin, 'accounts', { name: 'Acme', live_stores: 4 })
    const plans = 'success-plan/success-plan'
    const plan = good(await admin.post(plans, { level: 'account', entityId, name: 'Plan' })).data
    const made = { kpiName: 'Stores', targetDetails: { ...kpi, startValue: 0 }, sourceField: 'live_stores' }
    good(await admin.post(`${plans}/${plan.successPlanId}/kpi`, made))
    good(await admin.post(`${plans}/${plan.successPlanId}/kpi`, { ...made, kpiName: 'More stores' }))
    expect(await usesOf(id)).toEqual([use('KPI', 'Open success plans', 2), use('plan template', 'Roll out')])
    good(await admin.patch(`${plans}/${plan.successPlanId}/archive`))
    expect(await usesOf(id)).toEqual([use('plan template', 'Roll out')])
  })
})

describe('templates', () => {
  it('of playbooks use the fields of their steps and of their measure', async () => {
    const [day, seats, size] = [
      await field('account', 'go_live', 'date'),
      await field('account', 'seats'),
      await field('account', 'size'),
    ]
    const steps = [
      { key: 'one', title: 'Call', offset: { from: 'field', field: 'go_live', days: -3 } },
      { key: 'two', title: 'Write', condition: { field: 'seats', operator: 'greater', value: 3 } },
    ]
    const effect = { measure: 'field', field: 'size', days: 30, holdOutPercent: 10 }
    good(await admin.post('playbook/playbook-templates', { name: 'Start', level: 'account', steps, effect }))
    for (const id of [day, seats, size]) expect(await usesOf(id)).toEqual([use('playbook', 'Start')])
  })

  it('of emails use the fields of their placeholders, whatever type these have', async () => {
    const id = await field('account', 'plan_name', 'string')
    const body = 'Your plan is {{ field: PLAN_NAME }}.'
    good(await admin.post('email-v3/templates', { name: 'Renewal', subject: 'Hi', body }))
    good(await admin.post('email-v3/templates', { name: 'Other', subject: '{{record.name}}', body: '{{}}' }))
    expect(await usesOf(id)).toEqual([use('email template', 'Renewal')])
    good(await admin.post(`core/fields/${id}/type-change/preview`, { dataType: 'number' }))
  })
})

describe('webhooks', () => {
  it('use the fields of their condition, and send those that they include whatever type these have', async () => {
    const [asked, sent] = [await field('account', 'users'), await field('account', 'plan_size')]
    const made = good(
      await admin.post('webhook-management/webhooks', {
        endpoint: 'https://hooks.example.com/steward',
        events: ['account.updated'],
        condition: { level: 2, rule: above('users') },
        includedFields: ['plan_size'],
      }),
    ).data
    expect(await usesOf(asked)).toEqual([use('webhook', 'hooks.example.com')])
    expect(await usesOf(sent)).toEqual([use('webhook payload', 'hooks.example.com')])
    expect(await usesOf(asked, await app.as('manager'))).toEqual([use('webhook', 'A webhook')])
    const retype = (id: number) => admin.post(`core/fields/${id}/type-change/preview`, { dataType: 'string' })
    expect((await retype(asked)).body.reason).toBe('field.type_in_use')
    good(await retype(sent))
    good(await admin.delete(`webhook-management/webhooks/${made.webhookId}`))
    expect([await usesOf(asked), await usesOf(sent)]).toEqual([[], []])
  })
})

describe('views of tasks', () => {
  it('use the fields of their filter; private ones are not named', async () => {
    const id = await field('account', 'open_seats')
    await field('organization', 'open_seats')
    const view = { filter: { and: [above('account.open_seats'), { not: above('account.open_seats') }] } }
    good(await admin.post('task-views', { name: 'Busy', isPrivate: false, view }))
    good(await admin.post('task-views', { name: 'Mine', view }))
    const other = { filter: above('organization.open_seats') }
    good(await admin.post('task-views', { name: 'Other', isPrivate: false, view: other }))
    expect(await usesOf(id)).toEqual([use('task view', 'Busy'), use('task view', 'A private view')])
    const retyped = await admin.post(`core/fields/${id}/type-change/preview`, { dataType: 'string' })
    expect(JSON.stringify(retyped.body)).toContain('task view \\"Busy\\"')
  })
})

describe('the fields that settings name', () => {
  it.each([
    [null, []],
    [{ field: 'a', operator: 'set' }, ['a']],
    [
      {
        steps: [{ condition: { or: [{ field: 'a' }, { not: { field: 'b' } }] } }, { offset: { field: 'c' } }],
      },
      ['a', 'b', 'c'],
    ],
    [{ selection: { filter: '{"field":"a"}' } }, ['a']],
    [{ selection: { filter: '' } }, []],
    [{ selection: { filter: 'not JSON' } }, []],
    [{ event: { attribute: 'a' }, value: 'b', field: null }, ['a']],
    [{ formula: '{a} + if({b} > 1, {a}, 2)' }, ['a', 'b']],
    [{ formula: '{a' }, []],
  ])('of %j are %j', (settings, names) => {
    expect([...fieldsNamedIn(settings)]).toEqual(names)
  })
})
