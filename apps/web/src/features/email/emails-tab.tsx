import { useRef, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconFilter, IconMailPlus, IconUpload, IconX } from '@tabler/icons-react'
import type { AnswerDraft, MailMessage } from '@steward/contracts/email'
import { isSessionExpired } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorText } from '../../api/error-text.ts'
import { FileDrop } from '../../entities/file/index.ts'
import { useNarrow } from '../../components/narrow.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { SearchField } from '../../components/search-field.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { readAnswerDraft, threadsQuery, type AnswerMode } from './email.calls.ts'
import { FilterDrawer, type FilterChange } from './filter-fields.tsx'
import { MailComposer } from './mail-composer.tsx'
import { addressChange, countOf, filterOf, noFilter, type MailFilter } from './mail-filter.rules.ts'
import { ThreadReader } from './thread-reader.tsx'
import { Threads } from './threads.tsx'
import { useImport } from './use-import.ts'
import type { Answering } from './use-mail-form.ts'

type Writing = { answering: Answering; draft: AnswerDraft } | null

function readId(value: unknown): number | null {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The e-mails of a record and of those below it: a list of threads, and the thread that is read beside it. */
export function EmailsTab() {
  const { level, id } = useRecordScreen()
  const subject = { level, id }
  const mayWrite = useCan()('timeline.edit')
  const narrow = useNarrow()
  const [search, change] = useSearchParams()
  const filter = filterOf(search)
  const chosen = readId(search['thread'])
  const [writing, setWriting] = useState<Writing>(null)
  const open = (thread: number | undefined) => change({ thread }, { replace: !narrow })
  const imports = useImport(subject, open)

  async function answer({ messageId, threadId }: MailMessage, mode: AnswerMode) {
    try {
      setWriting({ answering: { messageId, threadId, mode }, draft: await readAnswerDraft(messageId, mode) })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'email-answer' })
    }
  }

  const showsReader = chosen !== null
  const { data: first } = useQuery(threadsQuery(subject, filter, 1))
  // Where there is nothing to read, what is said of that has all the room.
  const isEmpty = !showsReader && first?.totalItemCount === 0
  return (
    <FileDrop
      onFiles={(files) => void imports.run(files)}
      disabled={!mayWrite}
      label="Drop .eml files to import them"
      className="flex h-full min-h-0 flex-col"
    >
      {!(narrow && showsReader) && (
        <Tools filter={filter} mayWrite={mayWrite} imports={imports} onChange={(parts) => change(parts)} />
      )}
      <Refused imports={imports} />
      <Panes
        isEmpty={isEmpty}
        list={
          <Threads
            subject={subject}
            filter={filter}
            chosen={chosen}
            mayWrite={mayWrite}
            onChoose={open}
            onClear={() => change(noFilter)}
          />
        }
        reader={
          chosen === null ? null : (
            <ThreadReader
              threadId={chosen}
              mayWrite={mayWrite}
              onAnswer={(message, mode) => void answer(message, mode)}
              onBack={narrow ? () => open(undefined) : undefined}
            />
          )
        }
      />
      {writing && (
        <MailComposer
          key={`${writing.answering.mode}-${writing.answering.messageId}`}
          subject={subject}
          {...writing}
          onClose={() => setWriting(null)}
          onSent={open}
        />
      )}
    </FileDrop>
  )
}

type PanesProps = { list: ReactNode; reader: ReactNode; isEmpty: boolean }

/** Threads, and the one that is read beside them; on a phone one or the other, and alone where there is none. */
function Panes({ list, reader, isEmpty }: PanesProps) {
  const isReading = reader !== null
  return (
    <div className="flex min-h-0 flex-1">
      <div
        className={cx(
          'min-h-0 w-full flex-col overflow-y-auto border-line md:flex',
          !isEmpty && 'md:w-88 md:shrink-0 md:border-r',
          isReading ? 'max-md:hidden' : 'flex',
        )}
      >
        {list}
      </div>
      {!isEmpty && (
        <section
          aria-label="Email"
          className={cx('min-h-0 min-w-0 flex-1 overflow-y-auto', !isReading && 'max-md:hidden')}
        >
          {reader ?? <p className="p-8 text-center text-2">Choose a thread to read it.</p>}
        </section>
      )}
    </div>
  )
}

type ToolsProps = {
  filter: MailFilter
  mayWrite: boolean
  imports: ReturnType<typeof useImport>
  onChange: (parts: Record<string, string | undefined>) => void
}

function Tools({ filter, mayWrite, imports, onChange }: ToolsProps) {
  const [, setSearch] = useSearchParams()
  const [filtering, setFiltering] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const apply = (parts: FilterChange) => onChange(addressChange(parts))
  const count = countOf(filter)
  return (
    <div
      data-print="off"
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 sm:px-6"
    >
      <SearchField
        value={filter.subject ?? ''}
        onChange={(subject) => apply({ subject })}
        label="Search subjects"
      />
      <Button size="sm" icon={<IconFilter aria-hidden />} onClick={() => setFiltering(true)}>
        Filter{count > 0 && ` (${count})`}
      </Button>
      {mayWrite && (
        <div className="ml-auto flex gap-2">
          <Button
            size="sm"
            busy={imports.busy}
            icon={<IconUpload aria-hidden />}
            onClick={() => input.current?.click()}
          >
            Import .eml
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            accept=".eml,message/rfc822"
            aria-label="Emails to import"
            tabIndex={-1}
            className="hidden-text"
            onChange={({ target }) => {
              void imports.run([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <Button
            size="sm"
            variant="primary"
            icon={<IconMailPlus aria-hidden />}
            onClick={() => setSearch({ log: 'email' })}
          >
            New email
          </Button>
        </div>
      )}
      {filtering && <FilterDrawer filter={filter} onApply={apply} onClose={() => setFiltering(false)} />}
    </div>
  )
}

/** Files that could not be imported, with the reason for each. */
function Refused({ imports: { refused, dismiss } }: { imports: ReturnType<typeof useImport> }) {
  if (refused.length === 0) return null
  return (
    <div
      role="alert"
      className="flex items-start gap-2 border-b border-line bg-poor-soft px-4 py-2.5 sm:px-6"
    >
      <ul className="flex max-h-32 min-w-0 flex-1 flex-col gap-1 overflow-y-auto text-label">
        {refused.map(({ name, reason }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two files may have one name
          <li key={at}>
            <span className="font-medium">{name}</span> <span className="text-poor">{reason}</span>
          </li>
        ))}
      </ul>
      <IconButton size="sm" label="Close" icon={<IconX aria-hidden />} onClick={dismiss} />
    </div>
  )
}
