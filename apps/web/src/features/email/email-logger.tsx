import { type RecordLoggerProps, useRecordScreen } from '../../entities/record-screen/index.ts'
import { MailComposer } from './mail-composer.tsx'

/** Writes a new e-mail from anywhere on the page of a record. */
export function EmailLogger({ onClose }: RecordLoggerProps) {
  const { level, id, record } = useRecordScreen()
  const { name, email } = record.globalFields
  const to = email ? [{ name, address: email }] : []
  return <MailComposer subject={{ level, id }} to={to} onClose={onClose} />
}
