import { Secret, TOTP } from 'otpauth'
import type { Client } from './client.ts'

const period = 30

/** What an authenticator app with the secret shows, `later` codes from now. */
export function codeOf(secretCode: string, later = 0): string {
  const timestamp = Date.now() + later * period * 1000
  return new TOTP({ secret: Secret.fromBase32(secretCode), digits: 6, period }).generate({ timestamp })
}

interface ListedMessage {
  messageId: number
  recipient: string
}

/** The newest text message to a number, and the code that it brings. `client` reads the outbox. */
export async function newestSms(client: Client, phone: string): Promise<{ messageId: number; code: string }> {
  const { data } = await client.get<{ data: ListedMessage[] }>('/messenger/messages?channel=sms')
  const newest = data.find(({ recipient }) => recipient === phone)
  if (!newest) throw new Error(`No text message was sent to ${phone}`)
  const body = await client.get<{ data: { text: string } }>(`/messenger/messages/${newest.messageId}`)
  const [code] = /\b\d{6}\b/.exec(body.data.text) ?? []
  if (!code) throw new Error(`There is no code in: ${body.data.text}`)
  return { messageId: newest.messageId, code }
}

/** Turns an authenticator on for a user. Gives its secret, and the recovery codes. */
export async function useAuthenticator(user: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { data } = await user.post<{ data: { secretCode: string } }>('/identity/mfa/authenticator')
  await user.post('/identity/mfa/authenticator/verify', { code: codeOf(data.secretCode, -1) })
  await user.put('/identity/mfa/preference', { preferredMFA: 'TOTP' })
  const { data: made } = await user.post<{ data: { codes: string[] } }>('/identity/mfa/recovery-codes')
  return { secret: data.secretCode, recoveryCodes: made.codes }
}

/** Turns codes by text message on for a user. */
export async function useTextMessages(
  user: Client,
  administrator: Client,
  phoneNumber: string,
): Promise<void> {
  await user.post('/identity/mfa/phone', { phoneNumber })
  await user.post('/identity/mfa/phone/verify', { code: (await newestSms(administrator, phoneNumber)).code })
  await user.put('/identity/mfa/preference', { preferredMFA: 'SMS' })
}
