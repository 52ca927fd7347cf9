// Older uploads have an empty object beside them that names the uploader, newer ones a row. It is
// never served, so that the address of a picture tells nothing about the person.
export const uploaderMarkersFolder = 'uploaders/'

export function toUploaderMarkerFolder(userId: number): string {
  return `${uploaderMarkersFolder}${userId}/`
}

const uploadsFolder = 'uploads/'

export function toUploadPath(markerKey: string): string {
  return uploadsFolder + markerKey.slice(markerKey.lastIndexOf('/') + 1)
}

export function parseUploaderId(markerKey: string): number {
  return Number(markerKey.slice(uploaderMarkersFolder.length, markerKey.lastIndexOf('/')))
}

export function toMarkerKey(userId: number, path: string): string {
  return toUploaderMarkerFolder(userId) + path.slice(uploadsFolder.length)
}
