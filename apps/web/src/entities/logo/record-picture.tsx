import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { Avatar } from '../../ui/avatar.tsx'
import { recordId } from '../record/index.ts'
import { imageAddress } from '../user/index.ts'
import { useLogo } from './logo-store.ts'

type RecordPictureProps = { level: Level; record: RecordBody; size: 20 | 24 | 32 | 40 | 80 }

/** The picture of a record: the one that was uploaded, else the logo of its website, else initials. */
export function RecordPicture({ level, record, size }: RecordPictureProps) {
  const { name, imageId } = record.globalFields
  const logo = useLogo(imageId === null && level.id <= 2 ? recordId(level, record) : null)
  return (
    <Avatar
      name={name}
      src={imageAddress({ imageId: imageId ?? logo })}
      size={size}
      square={level.id !== 3}
    />
  )
}
