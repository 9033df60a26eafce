import { useId, useMemo, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { Segment } from '@steward/contracts/segment'
import { useUser } from '../../../api/session.ts'
import {
  finishedRuleOf,
  groupOf,
  ruleOfGroup,
  unfinishedText,
  usualFilter,
  useRuleFields,
} from '../../../entities/rule/index.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { LiveCount } from './live-count.tsx'
import { RuleSection } from './rule-section.tsx'
import { SegmentFields } from './segment-fields.tsx'
import { changesOf, type SegmentValues } from './segment-values.ts'
import { useRuleMatch } from './use-rule-match.ts'
import { useSubmitSegment } from './use-submit-segment.ts'

type SegmentFormProps = {
  title: string
  start: SegmentValues
  /** The one that is changed; null for a new one. */
  segment: Segment | null
  /** The rule is of this level, so it stays. */
  levelIsFixed: boolean
  width: number
  onClose: () => void
  onCreated: (segment: Segment) => void
}

function submitOnKeys(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
}

/** Name, description, level, visibility and rule of a segment. */
export function SegmentForm({
  title,
  start,
  segment,
  levelIsFixed,
  width,
  onClose,
  onCreated,
}: SegmentFormProps) {
  const formId = useId()
  const { userId } = useUser()
  // What came from the server is in the form as it was when the form opened.
  const [before] = useState(start)
  const [values, setValues] = useState(start)
  const [root, setRoot] = useState(() => groupOf(start.logic))
  const logic = useMemo(() => ruleOfGroup(root), [root])
  const [startLogic] = useState(logic)
  const asked = useMemo(() => finishedRuleOf(root), [root])
  const match = useRuleMatch(values.level, asked)
  const { fields } = useRuleFields(values.level)

  const current = { ...values, logic }
  // The builder writes some rules otherwise than they came; that is no change.
  const changes = changesOf({ ...before, logic: startLogic }, current)
  const dirty = Object.keys(changes).length > 0
  const { submit, busy, done, faults, refusal, forget } = useSubmitSegment(segment, onClose, onCreated)

  function set(change: Partial<SegmentValues>) {
    setValues((now) => ({ ...now, ...change }))
    forget(Object.keys(change))
    if (change.level) setRoot(groupOf(usualFilter(change.level)))
  }

  function send(event: FormEvent) {
    event.preventDefault()
    void submit(current, changes, unfinishedText(root, fields))
  }

  return (
    <Drawer
      open
      width={width}
      dirty={dirty && !done}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <LiveCount level={values.level} match={match} />
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            {segment ? 'Save' : 'Create segment'}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the form handles the keys of its fields */}
      <form id={formId} noValidate onSubmit={send} onKeyDown={submitOnKeys} className="flex flex-col gap-5">
        <FormAlert text={refusal} />
        <SegmentFields
          values={values}
          faults={faults}
          levelIsFixed={levelIsFixed}
          mayHide={!segment || segment.isPrivate || segment.createdBy.id === userId}
          onChange={set}
        />
        <RuleSection
          key={values.level.name}
          level={values.level}
          logic={logic}
          root={root}
          onChange={(next) => {
            setRoot(next)
            forget(['logic'])
          }}
          broken={match.broken}
          fault={faults.logic}
        />
      </form>
    </Drawer>
  )
}
