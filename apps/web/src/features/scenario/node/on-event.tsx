import { useQuery } from '@tanstack/react-query'
import { IconBolt } from '@tabler/icons-react'
import { scenarioEvents, type ScenarioEvent } from '@steward/contracts/plain/scenario'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { playbookChoicesQuery } from '../scenario.calls.ts'
import { changeText, ChangeFields } from './change-fields.tsx'
import { SegmentField } from './selection-fields.tsx'
import { scoreText, SurveyFields } from './survey-fields.tsx'
import type { NodeKind, NodeSettings, NodeWords, PanelProps } from './node-kind.ts'

type Event = { label: string; text: (name: string) => string }

const events: Readonly<Record<string, Event>> = {
  created: { label: 'Created', text: (name) => `When ${name} is created` },
  change_attribute: { label: 'Attribute changed', text: (name) => `When an attribute of ${name} changes` },
  stage_changed: { label: 'Stage changed', text: (name) => `When the stage of ${name} changes` },
  churned: { label: 'Churned', text: (name) => `When ${name} churns` },
  entered_segment: { label: 'Entered a segment', text: (name) => `When ${name} enters` },
  left_segment: { label: 'Left a segment', text: (name) => `When ${name} leaves` },
  note_added: { label: 'Note added', text: (name) => `When a note is added to ${name}` },
  activity_logged: { label: 'Activity logged', text: (name) => `When an activity is logged with ${name}` },
  pulse_logged: { label: 'Pulse logged', text: (name) => `When a pulse is logged with ${name}` },
  email_received: { label: 'Email received', text: (name) => `When an email of ${name} is received` },
  survey_answered: { label: 'Survey answered', text: (name) => `When a survey is answered for ${name}` },
  plan_completed: {
    label: 'Success plan completed',
    text: (name) => `When a success plan of ${name} is completed`,
  },
  milestone_completed: {
    label: 'Milestone completed',
    text: (name) => `When a milestone of ${name} is completed`,
  },
  kpi_target_met: { label: 'KPI target met', text: (name) => `When a KPI of ${name} meets its target` },
  task_completed: { label: 'Task completed', text: (name) => `When a task of ${name} is completed` },
  playbook_completed: {
    label: 'Playbook completed',
    text: (name) => `When a playbook of ${name} is completed`,
  },
}

const article = ({ level }: NodeWords) => `${/^[aeiou]/.test(level.name) ? 'an' : 'a'} ${level.name}`

/** The settings that each event begins with. */
const begun: Readonly<Record<string, NodeSettings>> = {
  change_attribute: { changeType: 'any', occurrence: 'immediate' },
  stage_changed: { from: null, to: null },
  survey_answered: { surveyId: null, scoreFrom: null, scoreTo: null },
  playbook_completed: { templateId: null },
}

/** The events that can happen to records of a level. */
const offeredFor = ({ level }: NodeWords): readonly ScenarioEvent[] =>
  scenarioEvents.filter(
    (event) =>
      (event !== 'churned' || level.id <= 2) && (event !== 'playbook_completed' || level.name !== 'contact'),
  )

function PlaybookFields({ settings, words, fault, onChange }: PanelProps) {
  const { data = [] } = useQuery(playbookChoicesQuery(words.level.name))
  return (
    <Field label="Playbook" error={fault('templateId')}>
      <Select<number>
        value={(settings['templateId'] ?? null) as number | null}
        options={data.map(({ templateId, name }) => ({ value: templateId, label: name }))}
        placeholder="Any playbook"
        clearable
        onChange={(next) => onChange({ templateId: next })}
      />
    </Field>
  )
}

function StageFields({ settings, words, fault, onChange }: PanelProps) {
  const options = words.lookups.stages.map(({ lifecycleStageId, displayName }) => ({
    value: lifecycleStageId,
    label: displayName,
  }))
  return (['from', 'to'] as const).map((end) => (
    <Field key={end} label={end === 'from' ? 'From' : 'To'} error={fault(end)}>
      <Select<number>
        value={settings[end] as number | null}
        options={options}
        placeholder="Any stage"
        clearable
        onChange={(next) => onChange({ [end]: next })}
      />
    </Field>
  ))
}

/** Which event it is, and what more there is to say of it. `without` is not offered. */
export function EventFields({ without, ...props }: PanelProps & { without?: ScenarioEvent }) {
  const { settings, words, fault, onChange } = props
  const type = settings['type'] as ScenarioEvent | undefined
  const offered = offeredFor(words).filter((event) => event !== without)
  return (
    <>
      <Field label="Event" required error={fault('type') && (type ? fault('type') : 'Choose an event.')}>
        <Select<ScenarioEvent>
          value={type ?? null}
          options={offered.map((value) => ({ value, label: events[value]?.label ?? value }))}
          placeholder="Choose an event"
          onChange={(next) => {
            if (!next || next === type) return
            const gone = Object.fromEntries(Object.keys(settings).map((key) => [key, undefined]))
            onChange({ ...gone, ...begun[next], type: next })
          }}
        />
      </Field>
      {type === 'change_attribute' && <ChangeFields {...props} />}
      {type === 'stage_changed' && <StageFields {...props} />}
      {type === 'survey_answered' && <SurveyFields {...props} />}
      {type === 'playbook_completed' && <PlaybookFields {...props} />}
      {isOfSegment(type) && (
        <SegmentField
          words={words}
          segmentId={settings['segmentId'] as number | undefined}
          error={fault('segmentId')}
          onChange={(segmentId) => onChange({ segmentId })}
        />
      )}
    </>
  )
}

const isOfSegment = (type: unknown): boolean => type === 'entered_segment' || type === 'left_segment'

function segmentText({ segmentId }: NodeSettings, { segmentName }: NodeWords): string | undefined {
  return typeof segmentId === 'number' ? `“${segmentName(segmentId)}”` : undefined
}

function stageText({ from, to }: NodeSettings, { lookups }: NodeWords): string {
  const parts = [
    ...(typeof from === 'number' ? [`from ${lookups.stageName(from)}`] : []),
    ...(typeof to === 'number' ? [`to ${lookups.stageName(to)}`] : []),
  ]
  return parts.length > 0 ? ` ${parts.join(' ')}` : ''
}

function playbookText({ templateId }: NodeSettings, { playbookName }: NodeWords): string {
  return typeof templateId === 'number' ? `“${playbookName(templateId)}”` : 'a playbook'
}

/** An event in words, which begin with “When”; undefined while too little is known of it. */
export function eventText(settings: NodeSettings, words: NodeWords, name: string): string | undefined {
  const type = String(settings['type'])
  const text = events[type]?.text(name)
  if (text === undefined) return undefined
  if (isOfSegment(type)) {
    const segment = segmentText(settings, words)
    return segment && `${text} ${segment}`
  }
  switch (type) {
    case 'change_attribute':
      return changeText(settings, words)
    case 'survey_answered':
      return text + scoreText(settings)
    case 'stage_changed':
      return text + stageText(settings, words)
    case 'playbook_completed':
      return `When ${playbookText(settings, words)} of ${name} is completed`
    default:
      return text
  }
}

export const eventKind: NodeKind = {
  type: 'onEvent',
  icon: IconBolt,
  purpose: 'Starts when something happens to a record',
  fresh: () => ({ type: 'created' }),
  sentence: (settings, words) => eventText(settings, words, article(words)),
  Panel: EventFields,
}
