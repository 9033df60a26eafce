export { DropZone } from './drop-zone.tsx'
export { FileChoice } from './file-choice.tsx'
export { FileReading } from './file-reading.tsx'
export { handFiles, takeHandedFiles } from './handed-file.ts'
export { problemWithFile } from './file-check.ts'
export { ReadSettings } from './read-settings.tsx'
export { readingText } from './read-words.ts'
export { SampleTable } from './sample-table.tsx'
export {
  type ColumnGuess,
  type Detection,
  type TableSettings,
  type Upload,
  detectionQuery,
  uploadQuery,
} from './table-file.calls.ts'
export { UnreadableFile } from './unreadable-file.tsx'
export { UploadProgress } from './upload-progress.tsx'
export { useFileUpload } from './use-file-upload.ts'
