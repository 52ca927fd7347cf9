// Older uploads have an empty object beside them that names the uploader, newer ones a row. It is
// never served, so that the address of a picture tells nothing about the person.
export const uploadersFolder = 'uploaders/'

export function uploaderFolder(userId: number): string {
  return `${uploadersFolder}${userId}/`
}

const uploadsFolder = 'uploads/'

export function toUploadPath(markerKey: string): string {
  return uploadsFolder + markerKey.slice(markerKey.lastIndexOf('/') + 1)
}

export function parseUploaderId(markerKey: string): number {
  return Number(markerKey.slice(uploadersFolder.length, markerKey.lastIndexOf('/')))
}

export function toMarkerKey(userId: number, path: string): string {
  return uploaderFolder(userId) + path.slice(uploadsFolder.length)
}
