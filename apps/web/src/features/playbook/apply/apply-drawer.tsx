import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Selection } from '@steward/contracts/bulk-update'
import { levelOf, type LevelName } from '@steward/contracts/level'
import type { PlaybookApplication, PlaybookPreview } from '@steward/contracts/playbook/instance'
import type { PlaybookTemplate } from '@steward/contracts/playbook/template'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { segmentsQuery } from '../../../entities/segment/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { localDay } from '../../../ui/day-text.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { applyPlaybook, previewPlaybook, type Application } from '../playbook.calls.ts'
import { counted } from '../playbook-words.ts'
import { usePlaybookDone } from '../use-playbook-done.ts'
import { ApplyPreview } from './apply-preview.tsx'
import { ApplyProgress } from './apply-progress.tsx'

type ApplyDrawerProps = {
  template: PlaybookTemplate
  /** The records that it is applied to; a segment is chosen without them. */
  records?: { selection: Selection; name: string }
  onClose: (isDone: boolean) => void
}

function inputOf(
  given: Selection | undefined,
  segment: Option | null,
  startDate: string | null,
): Application | null {
  const start = startDate === null ? {} : { startDate }
  if (given) return { selection: given, ...start }
  return segment && { selection: { segmentId: Number(segment.value) }, ...start }
}

/** Applies a playbook to records or a segment: a preview first, then the real thing. */
export function ApplyDrawer({ template, records, onClose }: ApplyDrawerProps) {
  const done = usePlaybookDone()
  const [segment, setSegment] = useState<Option | null>(null)
  const [startDate, setStartDate] = useState<string | null>(() => localDay(new Date()))
  const [preview, setPreview] = useState<PlaybookPreview | null>(null)
  const [running, setRunning] = useState<PlaybookApplication | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const input = inputOf(records?.selection, segment, startDate)

  async function run(work: (given: Application) => Promise<void>) {
    if (!input) return
    setBusy(true)
    setFault(null)
    try {
      await work(input)
    } catch (error) {
      if (!isSessionExpired(error)) setFault(errorText(error))
    }
    setBusy(false)
  }

  function finish(application: PlaybookApplication) {
    void done(
      `${template.name} applied to ${counted(application.applied, 'record')}`,
      application.changeSetId,
    )
    onClose(true)
  }

  const apply = () =>
    run(async (given) => {
      const application = await applyPlaybook(template.templateId, given)
      if (application.state === 'running') setRunning(application)
      else finish(application)
    })

  return (
    <Drawer
      open
      width={640}
      title={`Apply ${template.name}${records ? ` to ${records.name}` : ''}`}
      onOpenChange={(open) => !open && onClose(running !== null)}
      footer={
        running ? (
          <Button onClick={() => onClose(true)}>Close</Button>
        ) : (
          <>
            <Button onClick={() => onClose(false)}>Cancel</Button>
            {preview ? (
              <Button
                variant="primary"
                busy={busy}
                disabled={preview.applicable === 0}
                onClick={() => void apply()}
              >
                Apply playbook
              </Button>
            ) : (
              <Button
                variant="primary"
                busy={busy}
                disabled={!input}
                onClick={() =>
                  void run(async (given) => setPreview(await previewPlaybook(template.templateId, given)))
                }
              >
                Preview
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={fault} />
        {running ? (
          <ApplyProgress started={running} onDone={finish} />
        ) : (
          <>
            {!records && (
              <SegmentField
                level={template.level as LevelName}
                value={segment}
                onChange={(next) => {
                  setSegment(next)
                  setPreview(null)
                }}
              />
            )}
            <Field label="Start date">
              <DateField
                className="max-w-44"
                value={startDate}
                onChange={(day) => {
                  setStartDate(day)
                  setPreview(null)
                }}
              />
            </Field>
            {preview && <ApplyPreview preview={preview} />}
          </>
        )}
      </div>
    </Drawer>
  )
}

type SegmentFieldProps = { level: LevelName; value: Option | null; onChange: (value: Option | null) => void }

function SegmentField({ level, value, onChange }: SegmentFieldProps) {
  const { data = [] } = useQuery(segmentsQuery)
  const options = data
    .filter(({ segmentLevel }) => segmentLevel === level)
    .map(({ segmentId, name }) => ({ value: segmentId, label: name }))
  return (
    <Field label="Segment" help={`Its ${levelOf(level).plural} get the playbook.`}>
      <Combobox value={value} options={options} placeholder="Choose a segment" onChange={onChange} />
    </Field>
  )
}
