import { useQuery } from '@tanstack/react-query'
import {
  IconActivity,
  IconBell,
  IconFlag,
  IconHeartbeat,
  IconNote,
  IconSitemap,
  IconUserShare,
} from '@tabler/icons-react'
import { scenarioLimits } from '@steward/contracts/plain/scenario'
import { plainTextOf } from '@steward/rich-text'
import { activityTypesQuery } from '../../../entities/activity/index.ts'
import { fullName } from '../../../entities/user/index.ts'
import { Combobox, MultiCombobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { scenarioChoicesQuery } from '../scenario.calls.ts'
import type { NodeKind, NodeWords, PanelProps } from './node-kind.ts'

const placeholders =
  '{{record.name}}, {{account.name}}, {{organization.name}} and {{owner.name}} are filled in.'

const peopleOf = ({ lookups }: NodeWords) =>
  lookups.users.map((user) => ({ value: user.userId, label: fullName(user) }))

const pulses = ['High Risk', 'Some Risk', 'Moderate', 'Satisfied', 'Very Satisfied'].map((label, at) => ({
  value: at + 1,
  label: `${at + 1}: ${label}`,
}))

function StagePanel({ settings, words, fault, onChange }: PanelProps) {
  const options = words.lookups.stages.map(({ lifecycleStageId, displayName }) => ({
    value: lifecycleStageId,
    label: displayName,
  }))
  return (
    <Field label="Stage" required error={fault('stageId')}>
      <Select<number>
        value={(settings['stageId'] as number | undefined) ?? null}
        options={options}
        placeholder="Choose a stage"
        onChange={(stageId) => stageId && onChange({ stageId })}
      />
    </Field>
  )
}

export const changeStageKind: NodeKind = {
  type: 'changeStage',
  icon: IconFlag,
  purpose: 'Moves each record to another stage',
  fresh: () => ({}),
  sentence: ({ stageId }, { lookups }) =>
    typeof stageId === 'number' ? `Move to ${lookups.stageName(stageId)}` : undefined,
  Panel: StagePanel,
}

function PulsePanel({ settings, fault, onChange }: PanelProps) {
  return (
    <Field label="Pulse" required error={fault('pulse')}>
      <Select<number>
        value={(settings['pulse'] as number | undefined) ?? null}
        options={pulses}
        placeholder="Choose a pulse"
        onChange={(pulse) => pulse && onChange({ pulse })}
      />
    </Field>
  )
}

export const setPulseKind: NodeKind = {
  type: 'setPulse',
  icon: IconHeartbeat,
  purpose: 'Sets the pulse of each record',
  fresh: () => ({}),
  sentence: ({ pulse }) => {
    const found = pulses.find(({ value }) => value === pulse)
    return found && `Set pulse to ${found.label}`
  },
  Panel: PulsePanel,
}

const ownerRules = [
  { value: 'user', label: 'A person' },
  { value: 'inTurn', label: 'Several people, evenly' },
  { value: 'parent', label: 'The owners of the parent record' },
] as const
type OwnerRule = (typeof ownerRules)[number]['value']

function OwnerPanel({ settings, words, fault, onChange }: PanelProps) {
  const { rule, userId, userIds = [] } = settings as { rule?: OwnerRule; userId?: number; userIds?: number[] }
  const people = peopleOf(words)
  return (
    <>
      <Field label="New owner" required error={fault('rule')}>
        <Select<OwnerRule>
          value={rule ?? null}
          options={ownerRules}
          onChange={(next) =>
            next && onChange({ rule: next, userId: undefined, userIds: next === 'inTurn' ? [] : undefined })
          }
        />
      </Field>
      {rule === 'user' && (
        <Field label="Person" required error={fault('userId')}>
          <Combobox
            value={people.find(({ value }) => value === userId) ?? null}
            options={people}
            onChange={(person) => onChange({ userId: person?.value })}
          />
        </Field>
      )}
      {rule === 'inTurn' && (
        <Field label="People" required error={fault('userIds')}>
          <MultiCombobox
            value={people.filter(({ value }) => userIds.includes(value))}
            options={people}
            onChange={(next) => onChange({ userIds: next.map(({ value }) => Number(value)) })}
          />
        </Field>
      )}
    </>
  )
}

export const changeOwnerKind: NodeKind = {
  type: 'changeOwner',
  icon: IconUserShare,
  purpose: 'Gives each record another owner',
  fresh: () => ({ rule: 'user' }),
  sentence({ rule, userId, userIds }, { lookups }) {
    if (rule === 'parent') return 'Give to the owners of the parent record'
    if (rule === 'user') return typeof userId === 'number' ? `Give to ${lookups.userName(userId)}` : undefined
    const names = Array.isArray(userIds) ? userIds.map((id) => lookups.userName(Number(id))) : []
    return names.length > 1 ? `Spread among ${names.join(', ')}` : undefined
  },
  Panel: OwnerPanel,
}

function TextFields({ settings, fault, onChange }: PanelProps) {
  return (
    <>
      <Field label="Title" required help={placeholders} error={fault('title')}>
        <Input
          value={String(settings['title'] ?? '')}
          maxLength={scenarioLimits.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Field>
      <Field label="Text" error={fault('text')}>
        <Textarea
          rows={4}
          value={plainTextOf(String(settings['text'] ?? ''))}
          onChange={({ target }) => onChange({ text: target.value || null })}
        />
      </Field>
    </>
  )
}

const titled = (verb: string, title: unknown): string | undefined =>
  typeof title === 'string' && title.trim() !== '' ? `${verb} “${title.trim()}”` : undefined

export const addNoteKind: NodeKind = {
  type: 'addNote',
  icon: IconNote,
  purpose: 'Adds a note to each record',
  fresh: () => ({ title: '' }),
  sentence: ({ title }) => titled('Add the note', title),
  Panel: TextFields,
}

function ActivityPanel(props: PanelProps) {
  const { settings, fault, onChange } = props
  const { data: types = [] } = useQuery(activityTypesQuery)
  const chosen = settings['activityTypeId'] as number | undefined
  const options = types
    .filter((type) => type.isActive || type.activityTypeId === chosen)
    .map((type) => ({ value: type.activityTypeId, label: type.displayName }))
  return (
    <>
      <Field
        label="Activity type"
        required
        error={fault('activityTypeId') && (chosen ? fault('activityTypeId') : 'Choose a type.')}
      >
        <Select<number>
          value={chosen ?? null}
          options={options}
          placeholder="Choose a type"
          onChange={(next) => next && onChange({ activityTypeId: next })}
        />
      </Field>
      <TextFields {...props} />
    </>
  )
}

export const logActivityKind: NodeKind = {
  type: 'logActivity',
  icon: IconActivity,
  purpose: 'Logs an activity with each record',
  fresh: () => ({ title: '' }),
  sentence: ({ title }) => titled('Log', title),
  Panel: ActivityPanel,
}

const recipientRules = [
  { value: 'primaryOwner', label: 'Primary owner' },
  { value: 'owners', label: 'All owners' },
  { value: 'user', label: 'A person' },
] as const
type Recipient = { rule: (typeof recipientRules)[number]['value']; userId?: number }

function NotifyPanel({ settings, words, fault, onChange }: PanelProps) {
  const recipient = (settings['recipient'] ?? { rule: 'primaryOwner' }) as Recipient
  const people = peopleOf(words)
  const error = fault('recipient')
  return (
    <>
      <Field label="Recipient" required error={recipient.rule === 'user' ? undefined : error}>
        <Select<Recipient['rule']>
          value={recipient.rule}
          options={recipientRules}
          onChange={(rule) => rule && onChange({ recipient: { rule } })}
        />
      </Field>
      {recipient.rule === 'user' && (
        <Field label="Person" required error={error && (recipient.userId ? error : 'Choose a person.')}>
          <Combobox
            value={people.find(({ value }) => value === recipient.userId) ?? null}
            options={people}
            onChange={(person) => onChange({ recipient: { rule: 'user', userId: person?.value } })}
          />
        </Field>
      )}
      <Field label="Text" required help={placeholders} error={fault('text')}>
        <Input
          value={String(settings['text'] ?? '')}
          maxLength={scenarioLimits.notice}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </Field>
    </>
  )
}

export const notifyUserKind: NodeKind = {
  type: 'notifyUser',
  icon: IconBell,
  purpose: 'Notifies a user about each record',
  fresh: () => ({ recipient: { rule: 'primaryOwner' }, text: '' }),
  sentence({ recipient, text }, { lookups }) {
    const { rule, userId } = (recipient ?? {}) as Partial<Recipient>
    const who = { primaryOwner: 'the primary owner', owners: 'all owners', user: '' }[rule ?? 'user']
    const name = who || (userId ? lookups.userName(userId) : undefined)
    return name && titled(`Notify ${name}:`, text)
  },
  Panel: NotifyPanel,
}

function OtherPanel({ settings, words, fault, onChange }: PanelProps) {
  const { data = [] } = useQuery(scenarioChoicesQuery(words.level.name))
  return (
    <Field label="Scenario" required error={fault('scenarioId')}>
      <Select<number>
        value={(settings['scenarioId'] as number | undefined) ?? null}
        options={data
          .filter(({ status }) => status !== 'archived')
          .map(({ scenarioId, name }) => ({ value: scenarioId, label: name }))}
        placeholder="Choose a scenario"
        onChange={(scenarioId) => scenarioId && onChange({ scenarioId })}
      />
    </Field>
  )
}

export const startScenarioKind: NodeKind = {
  type: 'startScenario',
  icon: IconSitemap,
  purpose: 'Lets each record enter another scenario',
  fresh: () => ({}),
  sentence: ({ scenarioId }, { scenarioName }) =>
    typeof scenarioId === 'number' ? `Start “${scenarioName(scenarioId)}”` : undefined,
  Panel: OtherPanel,
}
