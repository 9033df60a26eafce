import { IconNote, IconPaperclip } from '@tabler/icons-react'
import type { PlanItem } from '@steward/contracts/success-plan/item'
import { downloadFile, sizeText } from '../../../entities/file/index.ts'
import { StoredTextView } from '../../../entities/rich-text/index.ts'
import { ItemFrame, type ItemProps } from './item-frame.tsx'

/** A note, or files, of a plan. */
export function NoteItem(props: ItemProps<Extract<PlanItem, { kind: 'NOTE' | 'FILE' }>>) {
  const { item } = props
  const files = item.kind === 'FILE' ? item.files : []
  return (
    <ItemFrame
      {...props}
      icon={item.kind === 'NOTE' ? <IconNote aria-hidden /> : <IconPaperclip aria-hidden />}
    >
      {item.description && <StoredTextView text={item.description} />}
      {files.length > 0 && (
        <ul aria-label={`Files of ${item.name}`} className="flex flex-col gap-1">
          {files.map(({ fileId, name, size }) => (
            <li key={fileId}>
              <button
                type="button"
                className="max-w-full truncate rounded-chip text-accent-text hover:underline"
                onClick={() => void downloadFile(fileId)}
              >
                {name}
              </button>{' '}
              <span className="text-label text-2">{sizeText(size)}</span>
            </li>
          ))}
        </ul>
      )}
    </ItemFrame>
  )
}
