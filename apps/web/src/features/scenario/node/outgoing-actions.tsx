import { IconBrandSlack, IconMail, IconWorldShare } from '@tabler/icons-react'
import type { EmptyRule } from '@steward/contracts/plain/scenario'
import { scenarioLimits } from '@steward/contracts/plain/scenario'
import { plainTextOf } from '@steward/rich-text'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { NodeKind, PanelProps } from './node-kind.ts'

const placeholders =
  '{{record.name}}, {{account.name}}, {{organization.name}} and {{owner.name}} are filled in.'

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const emptyOptions: readonly { value: EmptyRule; label: string }[] = [
  { value: 'skip', label: 'Don’t send the email' },
  { value: 'leaveOut', label: 'Leave the placeholder out' },
]

function EmailPanel({ settings, words, fault, onChange }: PanelProps) {
  const recipients =
    words.level.name === 'contact' ? 'the contact' : `the contacts of the ${words.level.label.toLowerCase()}`
  return (
    <>
      <p className="text-label text-2">
        Goes to {recipients} in the name of the primary owner, who gets the replies. Archived and unsubscribed
        contacts get none, and each email has a link to unsubscribe.
      </p>
      <Field
        label="Subject"
        required
        help="{{contact.name}}, {{record.name}}, {{account.name}}, {{organization.name}} and {{owner.name}} are filled in."
        error={fault('subject')}
      >
        <Input
          value={textIn(settings['subject'])}
          maxLength={scenarioLimits.title}
          onChange={({ target }) => onChange({ subject: target.value })}
        />
      </Field>
      <Field label="Text" required error={fault('body')}>
        <Textarea
          rows={8}
          value={plainTextOf(textIn(settings['body']))}
          onChange={({ target }) => onChange({ body: target.value })}
        />
      </Field>
      <Field label="If a placeholder is empty" error={fault('whenEmpty')}>
        <Select<EmptyRule>
          value={(settings['whenEmpty'] as EmptyRule | undefined) ?? 'skip'}
          options={emptyOptions}
          onChange={(whenEmpty) => whenEmpty && onChange({ whenEmpty })}
        />
      </Field>
    </>
  )
}

export const sendEmailKind: NodeKind = {
  type: 'sendEmail',
  icon: IconMail,
  purpose: 'Writes an email to each contact',
  fresh: () => ({ subject: '', body: '', whenEmpty: 'skip' }),
  sentence({ subject }, { level }) {
    const text = textIn(subject).trim()
    if (text === '') return undefined
    return `Email “${text}” to ${level.name === 'contact' ? 'the contact' : `the contacts of the ${level.label.toLowerCase()}`}`
  },
  Panel: EmailPanel,
}

function CallPanel({ settings, fault, onChange }: PanelProps) {
  return (
    <>
      <Field label="URL" required help="Called with POST, and signed like a webhook." error={fault('url')}>
        <Input
          type="url"
          value={textIn(settings['url'])}
          maxLength={scenarioLimits.url}
          placeholder="https://example.com/hook"
          onChange={({ target }) => onChange({ url: target.value })}
        />
      </Field>
      <Field label="Text" help={placeholders} error={fault('text')}>
        <Textarea
          rows={3}
          value={textIn(settings['text'])}
          maxLength={scenarioLimits.callText}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </Field>
    </>
  )
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}

export const callUrlKind: NodeKind = {
  type: 'callUrl',
  icon: IconWorldShare,
  purpose: 'Calls a URL about each record',
  fresh: () => ({ url: '', text: '' }),
  sentence({ url }) {
    const host = hostOf(textIn(url))
    return host && `Call ${host}`
  },
  Panel: CallPanel,
}

function SlackPanel({ settings, fault, onChange }: PanelProps) {
  return (
    <>
      <Field label="Channel" required error={fault('channel')}>
        <Input
          value={textIn(settings['channel'])}
          maxLength={scenarioLimits.name}
          placeholder="#customer-success"
          onChange={({ target }) => onChange({ channel: target.value })}
        />
      </Field>
      <Field label="Text" required help={placeholders} error={fault('text')}>
        <Input
          value={textIn(settings['text'])}
          maxLength={scenarioLimits.callText}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </Field>
    </>
  )
}

export const slackMessageKind: NodeKind = {
  type: 'slackMessage',
  icon: IconBrandSlack,
  purpose: 'Writes to a Slack channel; needs a connection',
  fresh: () => ({ channel: '', text: '' }),
  sentence({ channel, text }) {
    const [to, said] = [textIn(channel).trim(), textIn(text).trim()]
    return to && said ? `Write “${said}” to ${to}` : undefined
  },
  Panel: SlackPanel,
}
