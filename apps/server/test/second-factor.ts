import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { Answer, Client, RoleName, TestApp } from './harness.ts'
import { transact, type Tx } from '../src/platform/db/database.ts'
import { stepOfCode, type FactorKind } from '../src/modules/second-factor/factor.rules.ts'
import type { SentCode } from '../src/modules/second-factor/factor.verification.ts'

/** What a good answer holds. */
export function dataOf(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

export const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] as string

export interface WithAuthenticator {
  user: Client
  secretCode: string
  recoveryCodes: string[]
}

/** What tests of second factors do over and over. */
export interface FactorFixture {
  /** What an authenticator shows. */
  codeOf(secretCode: string, at?: Date): string
  /** A code that is right at none of the times that count. */
  wrongCodeOf(secretCode: string): string
  /** The text of the latest message to a phone. */
  latestText(phoneNumber: string): Promise<string>
  /** The templates of the mails to a user, latest first. */
  mailsTo(user: Client): Promise<string[]>
  /** What the audit log has of second factors about a user, in its order. */
  noted(user: Client): Promise<string[]>
  /** A user whose factor is an authenticator; the code of the set-up is a minute old. */
  withAuthenticator(role?: RoleName): Promise<WithAuthenticator>
  withPhone(): Promise<{ user: Client; phoneNumber: string }>
  /** Tries a code as signing in does. */
  verify(user: Client, kind: FactorKind, code: string, now?: Date): Promise<boolean>
  /** Sends a code as signing in does. */
  sendCode(user: Client): Promise<SentCode>
  disable(user: Client, by: Client['actor']): Promise<void>
}

const minute = 60_000

export function factorFixture(app: TestApp): FactorFixture {
  const { platform, modules } = app.application
  const { owner } = platform.database
  const factors = modules.secondFactor
  let lastPhone = 1000

  const within = <T>({ actor }: Client, work: (tx: Tx) => Promise<T>): Promise<T> =>
    transact(platform.database.tenant(actor.tenantId), work)

  const codeOf: FactorFixture['codeOf'] = (secretCode, at = app.clock.now()) =>
    new TOTP({ secret: Secret.fromBase32(secretCode) }).generate({ timestamp: at.getTime() })

  async function latestText(phoneNumber: string): Promise<string> {
    const admin = await app.as('administrator')
    const found = await admin.get(`messenger/messages?query=${encodeURIComponent(phoneNumber)}`)
    const { messageId } = found.body.data[0]
    return dataOf(await admin.get(`messenger/messages/${messageId}`)).text
  }

  return {
    codeOf,
    latestText,
    wrongCodeOf(secretCode) {
      const isWrong = (code: string) => stepOfCode(secretCode, code, app.clock.now()) === null
      return ['000000', '111111', '222222', '333333'].find(isWrong) as string
    },
    async mailsTo({ actor }) {
      const { rows } = await owner.query(
        `select template from message m join app_user u on u.email = m.recipient
         where u.user_id = $1 order by message_id desc`,
        [actor.userId],
      )
      return rows.map((row) => row.template)
    },
    async noted({ actor }) {
      const { rows } = await owner.query(
        `select action from audit_entry where subject_kind = 'user' and subject_id = $1 and action like 'mfa.%'
         order by audit_id`,
        [String(actor.userId)],
      )
      return rows.map((row) => row.action)
    },
    async withAuthenticator(role = 'viewer') {
      const user = await app.newUser(role)
      const { secretCode } = dataOf(await user.post('identity/mfa/authenticator'))
      const code = codeOf(secretCode)
      const { recoveryCodes } = dataOf(await user.post('identity/mfa/authenticator/verify', { code }))
      app.clock.advance(minute)
      return { user, secretCode, recoveryCodes }
    },
    async withPhone() {
      const user = await app.newUser('viewer')
      lastPhone += 1
      const phoneNumber = `+44207183${lastPhone}`
      dataOf(await user.post('identity/mfa/phone', { phoneNumber }))
      const code = codeIn(await latestText(phoneNumber))
      dataOf(await user.post('identity/mfa/phone/verify', { code }))
      return { user, phoneNumber }
    },
    verify: (user, kind, code, now = app.clock.now()) =>
      within(user, (tx) => factors.verifyFactor(tx, user.actor.tenantId, user.actor.userId, kind, code, now)),
    sendCode: (user) =>
      within(user, (tx) =>
        factors.sendSignInCode(tx, user.actor.tenantId, user.actor.userId, app.clock.now()),
      ),
    disable: (user, by) =>
      within(user, (tx) => factors.disableMfa(tx, user.actor.tenantId, user.actor.userId, by)),
  }
}
