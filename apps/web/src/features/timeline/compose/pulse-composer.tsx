import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { updatePulse, createPulse, refreshPulse, type PulseParts, type Subject } from '../logging.calls.ts'
import { BodyField } from './body-field.tsx'
import { ComposerDrawer } from './composer-drawer.tsx'
import {
  blankPulse,
  pulseFaults,
  pulseFormOf,
  pulseParts,
  type PulseForm,
  type PulseItem,
} from './entry-forms.rules.ts'
import { FilesField } from './files-field.tsx'
import { LinkedField } from './linked-field.tsx'
import { PulseField } from './pulse-field.tsx'
import { useEntry, type EntryKind } from './use-entry.ts'
import { WhenField } from './when-field.tsx'

const kindOf = (onWritten: (subject: Subject) => void): EntryKind<PulseForm, PulseParts> => ({
  kind: 'pulse',
  blank: blankPulse,
  formOf: (item) => pulseFormOf(item as PulseItem),
  partsOf: pulseParts,
  faultsOf: pulseFaults,
  // A form without a pulse does not come here.
  create: (subject, form) => createPulse(subject, { ...pulseParts(form), pulse: form.pulse! }),
  change: updatePulse,
  onWritten,
})

type PulseComposerProps = { subject: Subject; edited?: PulseItem; onClose: () => void }

/** Says how a customer is doing and why, or changes what was said. */
export function PulseComposer({ subject, edited, onClose }: PulseComposerProps) {
  const client = useQueryClient()
  const [kind] = useState(() => kindOf((about) => refreshPulse(client, about)))
  const { composer, ways } = useEntry(kind, subject, edited)
  const { form, set, faults, round } = composer
  return (
    <ComposerDrawer
      title={edited ? 'Edit pulse' : 'Add a pulse'}
      action="Save pulse"
      composer={composer}
      ways={ways}
      onClose={onClose}
    >
      <PulseField value={form.pulse} error={faults['pulse']} onChange={(pulse) => set({ pulse })} />
      <BodyField
        label="Reason"
        text={form.body}
        round={round}
        error={faults['description'] ?? faults['body']}
        onChange={(body) => set({ body })}
        onPending={composer.setPendingImages}
      />
      <WhenField
        value={form.occurredAt}
        mayBeNow={!edited}
        error={faults['occurredAt']}
        onChange={(occurredAt) => set({ occurredAt })}
      />
      <FilesField
        files={form.files}
        error={faults['fileIds']}
        onChange={(files) => set({ files })}
        onPending={composer.setPendingFiles}
      />
      <LinkedField
        subject={subject}
        value={form.linked}
        error={faults['linkedEntities']}
        onChange={(linked) => set({ linked })}
      />
    </ComposerDrawer>
  )
}
