export interface Gallery {
  loadPage(theme: string): Promise<void>;
  readSceneNames(): Promise<readonly string[]>;
  play(scene: string, theme: string, language?: string): Promise<void>;
  takePicture(width: number): Promise<{ picture: Buffer; scrollsHorizontally: boolean }>;
  addRule(rule: string): Promise<void>;
  close(): Promise<void>;
}

export function openGallery(): Promise<Gallery>;
export function comparePictures(
  approvedFile: string | URL,
  picture: Buffer,
): Promise<{ reason: string; picture: Buffer | null } | null>;
export function compressPicture(picture: Buffer): Buffer;
