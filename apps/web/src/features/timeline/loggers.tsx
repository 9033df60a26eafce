import { type RecordLoggerProps, useRecordScreen } from '../../entities/record-screen/index.ts'
import { ActivityComposer } from './compose/activity-composer.tsx'
import { NoteComposer } from './compose/note-composer.tsx'
import { PulseComposer } from './compose/pulse-composer.tsx'

function useSubject() {
  const { level, id } = useRecordScreen()
  return { level, id }
}

export function NoteLogger({ onClose }: RecordLoggerProps) {
  return <NoteComposer subject={useSubject()} onClose={onClose} />
}

export function ActivityLogger({ onClose }: RecordLoggerProps) {
  return <ActivityComposer subject={useSubject()} onClose={onClose} />
}

export function PulseLogger({ onClose }: RecordLoggerProps) {
  return <PulseComposer subject={useSubject()} onClose={onClose} />
}
