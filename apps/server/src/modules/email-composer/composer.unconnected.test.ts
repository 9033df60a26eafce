import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'

describe('without a mail server', () => {
  it('nothing is taken that could not be sent', async () => {
    const lone = await startTestApp()
    try {
      const admin = await lone.as('administrator')
      const id = await create(admin, 'accounts', { name: 'Alone' })
      expect(good(await admin.get('email-v3/mailbox')).data).toMatchObject({ connected: false, from: null })
      const answer = await admin.post(`email-v3/users/${admin.actor.userId}/email-threads`, {
        level: 'account',
        parentIdentifier: id,
        subject: 'Your renewal',
        body: 'Dear Ada',
        to: ['Ada Byron <ada@customer.test>'],
      })
      expect(answer).toMatchObject({ status: 409, body: { reason: 'email.not_connected' } })
    } finally {
      await lone.stop()
    }
  })
})
