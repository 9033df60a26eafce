import { createTransport } from 'nodemailer'
import type { Config } from '../platform/config/config.ts'
import { findingsAbout, reasonOf, type Finding } from './finding.ts'
import type { Check } from './surroundings.ts'

const mails = findingsAbout('Mail')
const texts = findingsAbout('Text messages')
const wait = 10_000

async function checkMailServer({ url, from }: NonNullable<Config['mail']>): Promise<Finding[]> {
  const { hostname, username } = new URL(url)
  const server = createTransport({
    url,
    connectionTimeout: wait,
    greetingTimeout: wait,
    dnsTimeout: wait,
    socketTimeout: wait,
  })
  try {
    await server.verify()
    return [
      mails.ok(
        `${hostname} takes mails${username ? ' with this user and password' : ''}; they come from ${from}.`,
      ),
    ]
  } catch (error) {
    const isRefused = (error as { code?: string }).code === 'EAUTH'
    const advice = isRefused
      ? 'Correct user and password in SMTP_URL; special characters are written as %XX.'
      : 'Correct host and port in SMTP_URL: smtps:// for TLS from the start (465), smtp:// else (587). Is the port open from here?'
    return [mails.fault(`${hostname} takes no mails: ${reasonOf(error)}.`, advice)]
  } finally {
    server.close()
  }
}

function checkSender({ mail, publicUrl }: Config): Finding[] {
  if (!mail?.from.includes('@localhost')) return []
  return [
    mails.fault(
      `Mails come from ${mail.from}, which mail servers reject.`,
      publicUrl ? 'Set MAIL_FROM.' : 'Set PUBLIC_URL or MAIL_FROM.',
    ),
  ]
}

/** Whether mails would go out; none is sent. */
export const checkMail: Check = async ({ config }) => {
  if (!config.mail)
    return [
      mails.warning(
        'No mail server: invitations, codes and notifications stay in the outbox.',
        'Set SMTP_URL and MAIL_FROM.',
      ),
    ]
  return [...(await checkMailServer(config.mail)), ...checkSender(config)]
}

/** Whether the provider of text messages knows us; none is sent. */
export const checkTexts: Check = async ({ config: { sms } }) => {
  if (!sms) return []
  const login = Buffer.from(`${sms.account}:${sms.token}`).toString('base64')
  try {
    const answer = await fetch(`${sms.url}?PageSize=1`, {
      headers: { authorization: `Basic ${login}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(wait),
    })
    await answer.body?.cancel()
    const { host } = new URL(sms.url)
    if (answer.status === 401 || answer.status === 403)
      return [
        texts.fault(
          `${host} does not take the account: ${answer.status}.`,
          'Correct SMS_ACCOUNT and SMS_TOKEN.',
        ),
      ]
    if (answer.status >= 500)
      return [texts.warning(`${host} answers ${answer.status}.`, "Check the provider's status page.")]
    return [texts.ok(`${host} answers (${answer.status}); nothing was sent.`)]
  } catch (error) {
    return [
      texts.fault(
        `The provider cannot be reached: ${reasonOf(error)}.`,
        'Correct SMS_URL, and check that the firewall allows outgoing connections.',
      ),
    ]
  }
}
