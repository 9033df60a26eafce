import type { RecordLoggerProps } from '../../components/record-tabs/record-tabs.ts'
import { useRecordScreen } from '../../components/record-tabs/record-screen.ts'
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
