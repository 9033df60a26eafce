import { Suspense, type RefObject } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { useShortcut } from '../../../components/shortcuts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { catchKeys } from '../../../ui/typed-ahead.ts'
import type { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'

const AssignOwners = lazyPart(() => import('./assign-owners.tsx'), 'AssignOwners')

type Owner = { id: number; name: string }

const most = 4

function Stack({ owners }: { owners: readonly Owner[] }) {
  const names = owners.map((owner) => owner.name)
  return (
    <span className="flex items-center">
      {owners.slice(0, most).map(({ id, name }) => (
        <span key={id} className="-ml-1.5 flex rounded-full border-2 border-surface first:ml-0">
          <Avatar name={name} size={24} />
        </span>
      ))}
      {names.length > most && (
        <span className="tabular pl-1 text-label text-2" aria-hidden>
          +{names.length - most}
        </span>
      )}
      <span className="max-w-44 truncate pl-1.5 text-body text-1" aria-hidden>
        {names[0] ?? 'No owner'}
      </span>
      <span className="hidden-text">{`Owners: ${names.join(', ') || 'none'}`}</span>
    </span>
  )
}

type OwnerStackProps = { owners: ReturnType<typeof useAnchor>; button: RefObject<HTMLButtonElement | null> }

/** The owners, the primary one first; those who may edit assign others from here. */
export function OwnerStack({ owners: popover, button }: OwnerStackProps) {
  const { record, mayEdit, fields } = useRecordScreen()
  const { owners } = record.globalFields
  const names = owners.map((owner) => owner.name)
  const isEditable = mayEdit && (fields.find(({ name }) => name === 'system:owners')?.editable ?? false)
  const open = (element: HTMLElement) => {
    catchKeys()
    popover.open(element)
  }
  useShortcut(isEditable ? 'o' : null, () => button.current && open(button.current), {
    label: 'Assign owners',
    group: 'Record',
  })
  if (!isEditable) {
    return (
      <span {...tooltip(`Owners: ${names.join(', ')}`)}>
        <Stack owners={owners} />
      </span>
    )
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="flex h-8 items-center rounded-control border border-line px-1.5 hover:bg-hover data-popup-open:bg-hover"
        {...tooltip(`Owners: ${names.join(', ')}`, 'o')}
        {...popover.button}
        onClick={(event) => {
          popover.button.onClick(event)
          if (popover.anchor === null) catchKeys()
        }}
      >
        <Stack owners={owners} />
        <IconChevronDown size={14} className="ml-1 text-3" aria-hidden />
      </button>
      {popover.used && (
        <Suspense>
          <AssignOwners anchor={popover.anchor} onClose={popover.close} />
        </Suspense>
      )}
    </>
  )
}
