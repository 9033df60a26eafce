import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { longestActivity, type Sentiment } from '@steward/contracts/activity'
import { activityTypesQuery } from '../../../entities/activity/index.ts'
import { fullName } from '../../../entities/user/index.ts'
import { useUser } from '../../../api/session.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { updateActivity, createActivity, type ActivityParts, type Subject } from '../logging.calls.ts'
import { sentimentLooks } from '../sentiment.ts'
import { BodyField } from './body-field.tsx'
import { ComposerDrawer } from './composer-drawer.tsx'
import {
  activityFaults,
  activityFormOf,
  activityParts,
  blankActivity,
  nextStepOf,
  type ActivityForm,
  type ActivityItem,
} from './entry-forms.rules.ts'
import { FilesField } from './files-field.tsx'
import { LinkedField } from './linked-field.tsx'
import { hasFault, MoreFields } from './more-fields.tsx'
import { NextStepField } from './next-step-field.tsx'
import { ContactsField, UsersField } from './people-fields.tsx'
import { TypeField } from './type-field.tsx'
import { useEntry, type EntryKind } from './use-entry.ts'
import { WhenField } from './when-field.tsx'

const kindOf = (me: { id: number; name: string }): EntryKind<ActivityForm, ActivityParts> => ({
  kind: 'activity',
  blank: blankActivity(me),
  formOf: (item) => activityFormOf(item as ActivityItem),
  partsOf: activityParts,
  faultsOf: activityFaults,
  create: (subject, form) =>
    // A form without a type does not come here.
    createActivity(subject, { ...activityParts(form), activityTypeId: form.typeId! }),
  change: updateActivity,
  nextStepOf,
})

type Feeling = Sentiment | 'unsaid'

const feelings = [
  { value: 'unsaid' as const, label: 'None' },
  ...(['positive', 'neutral', 'negative'] as const).map((value) => {
    const { label, icon: Icon } = sentimentLooks[value]
    return { value, label, icon: <Icon aria-hidden /> }
  }),
]

/** Whether something is in the fields that few activities need. */
const hasMore = ({ occurredAt, minutes, contacts, outcome, linked }: ActivityForm): boolean =>
  occurredAt !== null || minutes !== null || contacts.length + linked.length > 0 || outcome !== ''

type ActivityComposerProps = { subject: Subject; edited?: ActivityItem; onClose: () => void }

/** Logs an activity, or changes one. */
export function ActivityComposer({ subject, edited, onClose }: ActivityComposerProps) {
  const user = useUser()
  const [kind] = useState(() => kindOf({ id: user.userId, name: fullName({ ...user }) }))
  const { composer, ways } = useEntry(kind, subject, edited)
  const { data: types } = useQuery(activityTypesQuery)
  const { form, set, faults, round } = composer
  return (
    <ComposerDrawer
      title={edited ? 'Edit activity' : 'Log an activity'}
      action="Save activity"
      composer={composer}
      ways={ways}
      onClose={onClose}
    >
      <TypeField
        types={types}
        value={form.typeId}
        error={faults['activityTypeId']}
        onChange={(typeId) => set({ typeId })}
      />
      <Field label="Subject" error={faults['title']}>
        <Input
          value={form.title}
          maxLength={255}
          placeholder="Subject of the activity"
          onChange={({ target }) => set({ title: target.value })}
        />
      </Field>
      <BodyField
        label="What happened"
        text={form.body}
        round={round}
        error={faults['description'] ?? faults['body']}
        onChange={(body) => set({ body })}
        onPending={composer.setPendingImages}
      />
      {!edited && <NextStepField value={form} faults={faults} onChange={set} />}
      <div className="flex flex-col items-start gap-1.5">
        <p className="text-body font-medium text-1">Sentiment</p>
        <Segmented<Feeling>
          label="Sentiment"
          size="md"
          value={form.sentiment ?? 'unsaid'}
          options={feelings}
          onChange={(value) => set({ sentiment: value === 'unsaid' ? null : value })}
        />
      </div>
      <FilesField
        files={form.files}
        error={faults['fileIds']}
        onChange={(files) => set({ files })}
        onPending={composer.setPendingFiles}
      />
      <MoreFields
        needed={
          edited !== undefined ||
          hasMore(form) ||
          hasFault(
            faults,
            'occurredAt',
            'durationMinutes',
            'contactIds',
            'userIds',
            'outcome',
            'linkedEntities',
          )
        }
      >
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <WhenField
            value={form.occurredAt}
            mayBeNow={!edited}
            error={faults['occurredAt']}
            onChange={(occurredAt) => set({ occurredAt })}
          />
          <Field label="Duration" error={faults['durationMinutes']}>
            <NumberField
              value={form.minutes}
              min={0}
              max={longestActivity}
              decimals={0}
              suffix="min"
              onChange={(minutes) => set({ minutes })}
            />
          </Field>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <ContactsField
            subject={subject}
            value={form.contacts}
            error={faults['contactIds']}
            onChange={(contacts) => set({ contacts })}
          />
          <UsersField value={form.users} error={faults['userIds']} onChange={(users) => set({ users })} />
        </div>
        <Field label="Outcome" error={faults['outcome']}>
          <Input
            value={form.outcome}
            maxLength={200}
            placeholder="Result of the activity"
            onChange={({ target }) => set({ outcome: target.value })}
          />
        </Field>
        <LinkedField
          subject={subject}
          value={form.linked}
          error={faults['linkedEntities']}
          onChange={(linked) => set({ linked })}
        />
      </MoreFields>
    </ComposerDrawer>
  )
}
