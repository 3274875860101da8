import { describe, expect, it } from 'vitest';
import { readHocr } from './hocr.ts';

const HOCR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en"><body>
 <div class='ocr_page' title='image "stdin"; bbox 0 0 900 900; ppageno 0'>
  <div class='ocr_carea' title="bbox 10 20 400 90"><p class='ocr_par' title="bbox 10 20 400 90">
   <span class='ocr_line' title="bbox 10 20 410 60; baseline 0.01 -8; x_size 41; x_descenders 8; x_ascenders 9">
    <span class='ocrx_word' title='bbox 10 20 100 55; x_wconf 95'>Müller</span>
    <span class='ocrx_word' title='bbox 120 22 200 58; x_wconf 40'><strong>&amp;</strong> &#39;Co&#39;</span>
    <span class='ocrx_word' title='bbox 220 22 230 58; x_wconf 10'> </span>
   </span>
   <span class='ocr_header' title="bbox 10 70 110 90; textangle 90; x_size 20"><span class='ocrx_word' title='bbox 10 70 110 90; x_wconf 0'>x</span></span>
   <span class='ocr_line' title="bbox 0 0 900 900; baseline 0 0; x_size 900"></span>
  </p></div></div></body></html>`;

describe('readHocr', () => {
  it('gives rows with baseline and height, and words with box and confidence', () => {
    expect(readHocr(HOCR)).toEqual([
      {
        baseline: { x0: 10, y0: 52, x1: 410, y1: 56 },
        height: 41,
        words: [
          { text: 'Müller', letters: { left: 10, top: 20, right: 100, bottom: 55 }, confidence: 0.95 },
          { text: "& 'Co'", letters: { left: 120, top: 22, right: 200, bottom: 58 }, confidence: 0.4 },
        ],
      },
      {
        baseline: { x0: 10, y0: 90, x1: 110, y1: 90 },
        height: 20,
        words: [{ text: 'x', letters: { left: 10, top: 70, right: 110, bottom: 90 }, confidence: 0 }],
      },
    ]);
  });

  it('refuses what is cut off', () => {
    expect(() => readHocr(HOCR.slice(0, 900))).toThrow(expect.objectContaining({ code: 'UNREADABLE_FILE' }));
  });
});
