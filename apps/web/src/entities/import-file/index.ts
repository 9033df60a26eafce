export { tableEndings } from './accepted-files.ts'
export { DropZone } from './drop-zone.tsx'
export { handFile, takeHandedFile } from './handed-file.ts'
