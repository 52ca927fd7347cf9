/// <reference types="astro/client" />
import type { PageLocals } from '#worker/pages.ts'

declare global {
  namespace App {
    // Astro merges into this interface; a type alias would not merge.
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface Locals extends PageLocals {}
  }
}
