import { describe, expect, it } from 'vitest'
import { renderMessage } from './message.rendering.ts'
import { mails, texts, type Outgoing, type TemplateData, type TemplateName } from './message.template.ts'

const hostile = `<script>alert("x")</script> & 'y'`
const escaped = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;'
const base = 'https://steward.example.com/'

const at = new Date('2026-03-14T09:26:53.000Z')
const person = { username: hostile, firstName: hostile }
const circumstances = { ...person, at, address: hostile, device: hostile }
const invitation = { ...person, temporaryPassword: hostile, validMinutes: 7 * 24 * 60, invitedBy: hostile }
const code = { code: '4F7K2M', validMinutes: 10 }

/** Something to say for every template there is: a new one does not compile without it. */
const samples: { [T in TemplateName]: TemplateData<T> } = {
  invitation,
  'invitation-resent': invitation,
  'password-reset': { ...person, ...code },
  'account-locked': { ...person, token: 'to/ken+&', validMinutes: 60 },
  'password-changed': circumstances,
  'second-factor-on': { ...circumstances, method: 'sms' },
  'second-factor-off': circumstances,
  'second-factor-disabled': { ...person, at, administrator: hostile },
  'new-device': circumstances,
  survey: {
    subject: hostile,
    question: hostile,
    text: hostile,
    scale: {
      low: hostile,
      high: hostile,
      steps: [{ label: '0', href: 'https://example.com/survey/a?score=0' }],
    },
    button: { label: 'Answer', href: 'https://example.com/survey/a' },
    closing: `${hostile} asks you for your opinion.`,
    leave: { label: 'Unsubscribe from surveys', href: 'https://example.com/survey/a/unsubscribe' },
    language: 'de',
  },
  'webhook-disabled': { firstName: hostile, host: 'example.com', reason: hostile, webhookId: 3, at },
  notifications: {
    firstName: hostile,
    items: [
      { id: 7, text: `${hostile} assigned 212 accounts to you` },
      { id: 8, text: 'Import finished' },
    ],
    more: 3,
    isDigest: true,
  },
  'sign-in-code': code,
  'phone-verification': code,
}

const mailNames = Object.keys(mails) as (keyof typeof mails)[]
/** Mails of Steward to its users; the one of a survey is a company's to its customers. */
const ownNames = mailNames.filter((name) => name !== 'survey')
const textNames = Object.keys(texts) as (keyof typeof texts)[]

function render(template: TemplateName, tenantName = hostile, data: object = samples[template]) {
  const to = template in texts ? { phone: '+4915112345678' } : { email: 'amara.osei@example.com' }
  return renderMessage({ template, to, data, tenantName } as Outgoing, base)
}

describe.each(ownNames)('the mail %s', (template) => {
  const { channel, recipient, subject, body } = render(template)

  it('goes to its address, under a subject that names the company', () => {
    expect({ channel, recipient }).toEqual({ channel: 'email', recipient: 'amara.osei@example.com' })
    expect(subject).toContain(hostile)
  })

  it('escapes what it was given, in the HTML alone', () => {
    expect(body.html).not.toContain('<script')
    expect(body.html).toContain(`Hello ${escaped},`)
    expect(body.text).toContain(`Hello ${hostile},`)
  })

  it('says in its text what it says in its HTML', () => {
    const seen = (body.html ?? '')
      .replace(/<head>[\s\S]*<\/head>/, '')
      .replaceAll(/<[^>]+>/g, '\n')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
    const said = seen
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && line !== 'Or open this address:')
    expect(said.length).toBeGreaterThan(4)
    for (const line of said) expect(body.text).toContain(line)
  })

  it('has at most one button, and no address but its and those of its items', () => {
    const addresses = [...(body.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
    const others = addresses.filter((address) => !address?.startsWith(`${base}app/notifications/`))
    expect(new Set(others).size).toBeLessThan(2)
    for (const address of others) {
      expect(address).toMatch(/^https:\/\/steward\.example\.com\/([a-z-]+\?|app(\/|$))/)
    }
  })

  it('keeps its subject on one line', () => {
    expect(render(template, 'Two\r\nBcc: lines').subject).toContain('Two Bcc: lines')
  })
})

describe('the mail of a survey', () => {
  const { subject, body } = render('survey')

  it('escapes what the company wrote, in the HTML alone', () => {
    expect(subject).toBe(hostile)
    expect(body.html).not.toContain('<script')
    expect(body.html).toContain(escaped)
    expect(body.text).toContain(hostile)
  })

  it('links to the answers and to the page that unsubscribes alone', () => {
    const addresses = [...(body.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses).toEqual([
      'https://example.com/survey/a?score=0',
      'https://example.com/survey/a/unsubscribe',
    ])
    expect(body.text).toContain('https://example.com/survey/a/unsubscribe')
  })

  it('has a button where there is no scale, and keeps its subject on one line', () => {
    const data = { ...samples.survey, scale: null, subject: 'Two\r\nBcc: lines' }
    const plain = render('survey', hostile, data)
    expect(plain.subject).toBe('Two Bcc: lines')
    expect(plain.body.html).toContain('href="https://example.com/survey/a"')
  })
})

describe('mails', () => {
  it.each([
    ['invitation', '/activate-account?username=', 'Temporary password', 'works for 7 days'],
    ['invitation-resent', '/activate-account?username=', 'no longer works', 'works for 7 days'],
    ['password-reset', '/reset-password?username=', '4F7K2M', 'is valid for 10 minutes'],
    ['account-locked', '/locked?token=to%2Fken%2B%26', 'Your account is locked', 'after 1 hour'],
    ['password-changed', '/reset-password?username=', '14 March 2026 at 09:26 UTC', "wasn't you"],
    ['second-factor-on', 'from a text message', '14 March 2026 at 09:26 UTC', "wasn't you"],
    ['webhook-disabled', '/app/settings/webhooks/3', '14 March 2026 at 09:26 UTC', 'replay what it missed'],
    ['new-device', '/reset-password?username=', '14 March 2026 at 09:26 UTC', "wasn't you"],
  ] as const)('%s tells what matters', (template, ...parts) => {
    for (const part of parts) expect(render(template).body.text).toContain(part)
  })

  it('write a username so that the link leads to it', () => {
    const { body } = render('invitation', 'Test company', { ...invitation, username: 'a+b&c@example.com' })
    const [link = ''] = body.text.match(/https:\S+/) ?? []
    expect(new URL(link).searchParams.get('username')).toBe('a+b&c@example.com')
  })

  it('greet nobody by name who has none', () => {
    const { body } = render('password-reset', 'Test company', { ...code, username: 'a@example.com' })
    expect(body.text).toContain('\nHello,\n')
  })

  it('say which is not known', () => {
    const data = { username: 'a@example.com', at, address: null, device: null }
    expect(render('new-device', 'Test company', data).body.text).toContain('Device: not known')
  })
})

describe.each(textNames)('the text message %s', (template) => {
  it('goes out as one, with its code first', () => {
    const { channel, subject, body } = render(
      template,
      'A company with a name that is a good deal too long for it',
    )
    expect({ channel, subject, html: body.html }).toEqual({ channel: 'sms', subject: null, html: null })
    expect(body.text).toMatch(/^4F7K2M .* 10 minutes/)
    expect(body.text.length).toBeLessThanOrEqual(160)
  })
})
