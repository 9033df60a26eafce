import type {
  Circumstances,
  Code,
  FactorDisabled,
  FactorOn,
  Invitation,
  Locked,
  News,
  Reset,
  SurveyInvitation,
  WebhookDisabled,
} from './message.data.ts'
import type { MailContent } from './message.layout.ts'

/** The data that every template can use besides its own. */
export interface TemplateContext {
  /** The company whose users are written to. */
  tenantName: string
  /** The full address of a page. */
  link(path: string, parameters: Record<string, string>): string
  /** The full address of a page without parameters. */
  page(path: string): string
}

function greeting(firstName: string | undefined): string {
  return firstName ? `Hello ${firstName},` : 'Hello,'
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const hour = 60
const day = 24 * hour

/** 10 minutes, 24 hours, 7 days. */
function duration(minutes: number): string {
  if (minutes >= 2 * day && minutes % day === 0) return counted(minutes / day, 'day')
  if (minutes >= hour && minutes % hour === 0) return counted(minutes / hour, 'hour')
  return counted(minutes, 'minute')
}

const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function factsOf(data: Circumstances): [string, string][] {
  return [
    ['Account', data.username],
    ['When', `${instant.format(data.at)} UTC`],
    ['Device', data.device ?? 'not known'],
    ['Network address', data.address ?? 'not known'],
  ]
}

const notYou = "If this wasn't you, set a new password immediately and tell your administrator."

function newPasswordButton(context: TemplateContext, username: string): MailContent['button'] {
  return { label: 'Set a new password', href: context.link('/reset-password', { username }) }
}

function invitation(
  data: Invitation,
  context: TemplateContext,
  beginning: string,
): Omit<MailContent, 'subject'> {
  return {
    heading: `Welcome to ${context.tenantName}`,
    paragraphs: [greeting(data.firstName), beginning],
    facts: [
      ['Username', data.username],
      ['Temporary password', data.temporaryPassword],
    ],
    button: {
      label: 'Activate my account',
      href: context.link('/activate-account', { username: data.username }),
    },
    closing: [
      `The temporary password works for ${duration(data.validMinutes)}. You'll choose your own when you first log in.`,
      "If you weren't expecting this, ignore this email.",
    ],
  }
}

/** Mails by name. A new one needs only its entry here. */
export const mails = {
  invitation: (data: Invitation, context: TemplateContext): MailContent => ({
    subject: `${context.tenantName} invites you to Steward`,
    ...invitation(
      data,
      context,
      `${data.invitedBy ?? context.tenantName} has made an account for you in Steward, where ${context.tenantName} looks after its customers.`,
    ),
  }),
  'invitation-resent': (data: Invitation, context: TemplateContext): MailContent => ({
    subject: `${context.tenantName}: your new invitation to Steward`,
    ...invitation(
      data,
      context,
      'Here is a new temporary password for your account in Steward. The previous one no longer works.',
    ),
  }),
  'password-reset': (data: Reset, context: TemplateContext): MailContent => ({
    subject: `${context.tenantName}: your code for a new password`,
    heading: 'Choose a new password',
    paragraphs: [
      greeting(data.firstName),
      `Someone requested a new password for ${data.username}. Enter this code to choose one:`,
    ],
    code: data.code,
    button: newPasswordButton(context, data.username) as NonNullable<MailContent['button']>,
    closing: [
      `The code is valid for ${duration(data.validMinutes)} and can be used once.`,
      "If you didn't request it, ignore this email. Your password won't change.",
    ],
  }),
  'account-locked': (data: Locked, context: TemplateContext): MailContent => ({
    subject: `${context.tenantName}: your account is locked`,
    heading: 'Your account is locked',
    paragraphs: [
      greeting(data.firstName),
      `We locked your account ${data.username} after too many failed log-in attempts.`,
    ],
    button: { label: 'Unlock my account', href: context.link('/locked', { token: data.token }) },
    closing: [
      `It unlocks automatically after ${duration(data.validMinutes)}. Your password doesn't change.`,
      "If this wasn't you, tell your administrator.",
    ],
  }),
  'password-changed': (data: Circumstances, context: TemplateContext): MailContent => ({
    subject: `${context.tenantName}: your password was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      greeting(data.firstName),
      "Your password was changed. If this was you, there's nothing to do.",
    ],
    facts: factsOf(data),
    button: newPasswordButton(context, data.username) as NonNullable<MailContent['button']>,
    closing: [notYou],
  }),
  'second-factor-on': (data: FactorOn, context: TemplateContext): MailContent => ({
    subject: `${context.tenantName}: two-step sign-in is on`,
    heading: 'Two-factor authentication is on',
    paragraphs: [
      greeting(data.firstName),
      data.method === 'sms'
        ? "You'll now enter a code from a text message when you log in."
        : "You'll now enter a code from your authenticator app when you log in.",
    ],
    facts: factsOf(data),
    closing: [notYou],
  }),
  'second-factor-off': (data: Circumstances, context: TemplateContext): MailContent => ({
    subject: `${context.tenantName}: two-step sign-in is off`,
    heading: 'Two-factor authentication is off',
    paragraphs: [greeting(data.firstName), "You'll now log in with your password only."],
    facts: factsOf(data),
    closing: [notYou],
  }),
  'second-factor-disabled': (data: FactorDisabled, context: TemplateContext): MailContent => ({
    subject: `${context.tenantName}: two-step sign-in was turned off for you`,
    heading: 'Two-factor authentication was turned off for you',
    paragraphs: [
      greeting(data.firstName),
      `${data.administrator} turned two-step sign-in off for your account. Your password alone is enough to log in until you set it up again, which you can do in your profile.`,
    ],
    facts: [
      ['Account', data.username],
      ['When', `${instant.format(data.at)} UTC`],
    ],
    closing: ["If you didn't request this, tell your administrator."],
  }),
  'new-device': (data: Circumstances, context: TemplateContext): MailContent => ({
    subject: `${context.tenantName}: sign-in from a new device`,
    heading: 'Sign-in from a new device',
    paragraphs: [
      greeting(data.firstName),
      'Someone logged in to your account from a new device. If it was you, all is well.',
    ],
    facts: factsOf(data),
    button: newPasswordButton(context, data.username) as NonNullable<MailContent['button']>,
    closing: [notYou],
  }),
  'webhook-disabled': (data: WebhookDisabled, context: TemplateContext): MailContent => ({
    subject: `${context.tenantName}: a webhook was deactivated`,
    heading: 'A webhook was deactivated',
    paragraphs: [greeting(data.firstName), `Steward deactivated the webhook to ${data.host}. ${data.reason}`],
    facts: [['When', `${instant.format(data.at)} UTC`]],
    button: { label: 'Open the webhook', href: context.page(`/app/settings/webhooks/${data.webhookId}`) },
    closing: ['Once the endpoint works again, activate the webhook and replay what it missed.'],
  }),
  survey: (data: SurveyInvitation): MailContent => ({
    language: data.language,
    subject: data.subject,
    heading: data.question,
    paragraphs: data.text === '' ? [] : [data.text],
    ...(data.scale ? { scale: data.scale } : { button: data.button }),
    closing: [data.closing],
    ...(data.leave && { leave: data.leave }),
  }),
  notifications: (data: News, context: TemplateContext): MailContent => {
    const count = data.items.length + data.more
    const [only] = data.items
    const what = count === 1 && only ? only.text : counted(count, 'new notification')
    return {
      subject: `${context.tenantName}: ${what}`,
      heading: data.isDigest ? "What's new for you" : counted(count, 'new notification'),
      paragraphs: [greeting(data.firstName)],
      items: data.items.map(({ id, text }) => ({ text, href: context.page(`/app/notifications/${id}`) })),
      button: {
        label: data.more > 0 ? `See ${data.more} more in Steward` : 'Open Steward',
        href: context.page('/app'),
      },
      closing: [
        `You can choose what you're notified of, and when, at ${context.page('/app/settings/notifications')}`,
      ],
    }
  },
} as const

const longestName = 40

/** Text messages by name; short enough to go out as one. */
export const texts = {
  'sign-in-code': (data: Code, context: TemplateContext): string =>
    `${data.code} is your sign-in code for ${context.tenantName.slice(0, longestName)}. It works for ${duration(data.validMinutes)}. Don't share it.`,
  'phone-verification': (data: Code, context: TemplateContext): string =>
    `${data.code} confirms your phone number for ${context.tenantName.slice(0, longestName)}. It works for ${duration(data.validMinutes)}.`,
} as const

type Mails = typeof mails
type Texts = typeof texts

export type TemplateName = keyof Mails | keyof Texts

/** The data of a template by its name. */
export type TemplateData<T extends TemplateName> = T extends keyof Mails
  ? Parameters<Mails[T]>[0]
  : T extends keyof Texts
    ? Parameters<Texts[T]>[0]
    : never

/** A message to be sent: a mail to an address, a text message to a number. */
export type Outgoing = {
  [T in TemplateName]: {
    template: T
    to: T extends keyof Mails ? { email: string } : { phone: string }
    data: TemplateData<T>
    tenantName: string
    /** The full address that ends mails like this one by a press of a button in the mail program. */
    unsubscribe?: string
  }
}[TemplateName]
