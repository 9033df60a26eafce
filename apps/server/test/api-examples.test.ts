import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mediaTypeOf, readOperations, type Operation } from './api-operation.ts'
import { callExample, newWorld, titleOf, type World } from './example-call.ts'
import { startTestApp, type TestApp } from './harness.ts'

/**
 * Examples that hold a secret or a state that no document can have. They are of the right form all the same: they
 * are refused for this reason, and not for what they say.
 */
const refusedFor: Readonly<Record<string, string>> = {
  'POST /api/identity/sign-in': 'sign_in.refused',
  'POST /api/identity/new-password': 'challenge.over',
  'POST /api/getting-started/visits': 'demo.no_visits',
  'DELETE /api/getting-started/demo': 'demo.not_loaded',
  'POST /api/identity/verify-mfa': 'challenge.over',
  'POST /api/identity/resend-mfa': 'challenge.over',
  'POST /api/identity/mfa-set-up': 'challenge.over',
  'POST /api/identity/mfa-set-up/verify': 'challenge.over',
  'POST /api/identity/oidc/finish': 'handover.unknown',
  'POST /api/identity/refresh': 'session.unknown',
  'POST /api/identity/reset-password': 'reset.refused',
  'POST /api/identity/unlock': 'unlock.refused',
  'POST /api/identity/confirm': 'password.wrong',
  'POST /api/identity/change-password': 'password.wrong',
  'POST /api/identity/mfa/phone/verify': 'mfa.code_mismatch',
  'POST /api/identity/mfa/authenticator/verify': 'mfa.not_begun',
  'POST /api/identity/mfa/recovery-codes': 'mfa.off',
  'POST /api/identity/sign-in-settings/domains/check': 'sign_in_settings.domain',
  'GET /api/file-management/images/{imageUid}': 'image.unknown',
  'GET /api/file-management/files/content/{token}': 'file.address',
  'GET /api/email-v3/pages/{token}': 'email.page',
  'POST /api/messenger/messages/{messageId}/retry': 'message.not_failed',
  'POST /api/event-delivery/subscribers/retry': 'event_delivery.not_paused',
  'POST /api/core/organizations/{id}/move': 'move.top',
  'POST /api/today/snoozes': 'today.card',
  'DELETE /api/today/snoozes/{key}': 'today.awake',
  'POST /api/today/feedback': 'today.card',
  'POST /api/core/entity/bulk/{jobId}/undo': 'bulk.running',
  'GET /api/core/exports/{exportId}/file': 'export.unfinished',
  'POST /api/email-v3/users/{userId}/email-threads': 'email.not_connected',
  'PATCH /api/email-v3/users/{userId}/email-threads/{threadId}': 'email.not_connected',
  'POST /api/email-v3/messages/{id}/retry': 'email.not_yours',
  'GET /api/notification/notification/{id}/records': 'notification.unknown',
  'PATCH /api/notification/notification/{id}': 'notification.unknown',
  'GET /api/notification/unsubscribe/{token}': 'notification.unsubscribe',
  'POST /api/notification/unsubscribe/{token}': 'notification.unsubscribe',
  'GET /api/webhook-management/webhooks/{webhookId}/activity/{deliveryId}': 'webhook.unknown',
  'POST /api/webhook-management/webhooks/{webhookId}/replay': 'webhook.unknown',
  'POST /api/webhook-management/webhooks/test': 'webhook.test_failed',
  'PUT /api/success-plan/success-plan/{id}/order': 'success_plan.order',
  'POST /api/survey-management/surveys/{id}/imports/{importId}/undo': 'survey.import_at_work',
  'POST /api/success-plan/success-plan/{id}/share/{shareId}/comment': 'shared_plan.no_comments',
  'POST /api/scenario-management/scenarios/{id}/moves': 'scenario.changed',
  'GET /api/scenario-mail/{token}/unsubscribe': 'scenario.unsubscribe',
  'POST /api/scenario-mail/{token}/unsubscribe': 'scenario.unsubscribe',
  'GET /api/survey-ask/{token}': 'survey.closed_link',
  'POST /api/survey-ask/{token}/answer': 'survey.closed_link',
  'POST /api/survey-ask/{token}/shown': 'survey.closed_link',
  'POST /api/survey-ask/{token}/unsubscribe': 'survey.closed_link',
  'POST /api/survey-site/{siteKey}/ask': 'survey.closed_link',
  'GET /api/shared-plan/{token}': 'shared_plan.closed',
  'POST /api/shared-plan/{token}/task/{taskId}': 'shared_plan.closed',
  'GET /api/shared-plan/{token}/seen.gif': 'shared_plan.closed',
  'POST /api/shared-plan/{token}/comment': 'shared_plan.closed',
}

/** Calls that end the session of who makes them come last. */
const order = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']
const rankOf = ({ method, path }: Operation): number =>
  order.indexOf(method) + (path.includes('/identity/') ? order.length : 0)

let app: TestApp
let operations: Operation[]
let shared: World

beforeAll(async () => {
  app = await startTestApp()
  shared = await newWorld(app)
  const all = await readOperations(app)
  operations = all.toSorted((one, other) => rankOf(one) - rankOf(other))
})
afterAll(() => app.stop())

describe('the example of every call in the document', () => {
  it('is accepted', async () => {
    const faults: string[] = []
    const called = operations.filter((one) => (mediaTypeOf(one) ?? 'application/json') === 'application/json')
    expect(called.length).toBeGreaterThan(280)
    for (const operation of called) {
      const reason = refusedFor[titleOf(operation)]
      const isRight = ({ status, json }: Awaited<ReturnType<typeof callExample>>) =>
        reason === undefined ? status < 400 : json.reason === reason
      let answer = await callExample(app, operation, shared)
      // What another call has used up or named already is there in a company of its own.
      if (!isRight(answer)) answer = await callExample(app, operation, await newWorld(app))
      if (!isRight(answer)) faults.push(answer.text)
    }
    expect(faults).toEqual([])
  }, 600_000)

  it('names no call that is gone among those that are refused', () => {
    const titles = new Set(operations.map(titleOf))
    expect(Object.keys(refusedFor).filter((title) => !titles.has(title))).toEqual([])
  })
})
