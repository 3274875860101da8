import { describe, expect, it } from 'vitest';
import { channelFaults } from '../../../../test/fixtures/documents/inPlace/channels.ts';
import { anonymize, readText } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { openFormat } from '../formats.ts';

const html = await openFormat('html');
const NAME = 'Kasimir Wolkenstein';

const CHANNELS: Readonly<Record<string, readonly [source: string, value?: string]>> = {
  'tag for a name': [`<st1:PersonName w:st="on" ProductID="${NAME}">er</st1:PersonName>`],
  'words along a line': [`<v:textpath string="${NAME}"/>`],
  'title of a drawing': [`<v:imagedata src="cid:1" o:title="${NAME}"/>`],
  'day for machines': ['<time datetime="1979-05-24">24.05.1979</time>', '1979-05-24'],
  'data for search engines': [`<script type="application/ld+json">{"name":"${NAME}"}</script>`],
  'conditional comment': [`<!--[if gte mso 9]><xml><o:Author>${NAME}</o:Author></xml><![endif]-->`],
  'words that a style shows': [`<style>p::after{content:"von " "${NAME}"}</style>`],
  'words that a style shows, spelled in escapes': ['<style>p::after{content:"Kasimir\\20Wolkenstei\\6e "}</style>'],
  'variable of a style': [`<style>:root{--name:'${NAME}'}</style>`],
  'selector of a style': [`<style>a[title="${NAME}"]{color:red}</style>`],
  'header of a sheet': [`<style>@page{mso-header-data:"&L${NAME}"}</style>`],
  'words in the style of an element': [`<p style="content:'${NAME}';--x:&quot;${NAME}&quot;">x</p>`],
  'text of a drawing': [
    `<svg><text>Akte</text><text x="1"><tspan>Kasimir </tspan><tspan>Wolkenstein</tspan></text></svg>`,
  ],
  'title and description of a drawing': [`<svg><title>${NAME}</title><desc>${NAME}</desc></svg>`],
  'author of a drawing': [`<svg><metadata><rdf:RDF><dc:creator>${NAME}</dc:creator></rdf:RDF></metadata></svg>`],
  'file of a drawing': [`<svg sodipodi:docname="${NAME}.svg"><g inkscape:label="${NAME}"/></svg>`],
  'title of a link in a drawing': [`<svg><a xlink:title="${NAME}"><text>x</text></a></svg>`],
  'picture of a drawing': [`<svg><image href="data:image/svg+xml,${NAME}"/></svg>`],
  'letters of a drawing': [`<svg><style>text::before{content:"${NAME}"}</style></svg>`],
  'marked text of a drawing': [`<svg><text><![CDATA[${NAME}]]></text></svg>`],
  template: [`<template><p>${NAME}</p></template>`],
  'page without scripts': [`<noscript>${NAME}</noscript>`],
  'text for others than Outlook': [`<![if !mso]>${NAME}<![endif]>`],
  'address of a frame of Word': [`<v:shape o:href="http://example.org/${encodeURIComponent(NAME)}"/>`],
  'label for readers of screens': [`<button aria-label="${NAME}" data-owner="${NAME}">x</button>`],
  'hidden field': [`<input type="hidden" value="${NAME}">`],
};

describe('channels of HTML', () => {
  it.each(Object.entries(CHANNELS))('%s', async (_channel, [source, value = NAME]) => {
    expect(await channelFaults(html, Buffer.from(`<p>Hallo</p>${source}`), value)).toEqual([]);
  });

  it('takes no font for a person of the same name', async () => {
    const source = `<style>p{font-family:"Times New Roman",Georgia,serif}</style><p style="font-family:Georgia,serif"><font face="Times New Roman">Roman und Georgia</font></p>`;
    const { bytes } = await anonymize(html, Buffer.from(source), ['Roman', 'Georgia']);
    expect(Buffer.from(bytes).toString()).toBe(
      source.replace('Roman und Georgia', '[[person-00000000]] und [[person-00000001]]'),
    );
  });

  it.each([
    '<link rel="stylesheet" title="Kasimira" href="stil.css">',
    '<kasimira@example.org title="Kasimira">',
    '<p kasimira@example.org="" alt="Kasimira">',
  ])('takes %s out, and what stands behind it is still found', async (tag) => {
    const source = `${tag}<i title="Akte von Kasimira">Text</i>`;
    const text = await readText(html, Buffer.from(source));
    expect(text).toBe('Text\n\nKasimira\nAkte von Kasimira');
    const values = ['Kasimira', 'kasimira@example.org'];
    const { bytes } = await anonymize(html, Buffer.from(source), values);
    expect(Buffer.from(bytes).toString()).toBe('<i title="Akte von [[person-00000000]]">Text</i>');
  });

  it('keeps lines of drawings apart, and words in one line together', async () => {
    const source = `<svg><text>Frau</text><text><tspan>Kasi</tspan><tspan>mira</tspan><tspan x="0" dy="1em">Amselweg</tspan></text></svg>`;
    expect(await readText(html, Buffer.from(source))).toBe('Frau\nKasimira\nAmselweg');
  });

  it('keeps which program a page is laid out for, and nothing more of it', async () => {
    const source =
      '<meta name="generator" content="LibreOffice 7.4 (Linux)"><meta name=generator content="Word 15"><p>Kasimira';
    const { bytes } = await anonymize(html, Buffer.from(source), ['Kasimira']);
    expect(Buffer.from(bytes).toString()).toBe('<meta name="generator" content="LibreOffice"><p>[[person-00000000]]');
  });

  it('keeps the marks of sections of a drawing', async () => {
    const source = '<svg><text>x <![CDATA[Kasimira]]> y</text></svg>';
    expect(await readText(html, Buffer.from(source))).toBe('x Kasimira y');
    const { bytes } = await anonymize(html, Buffer.from(source), ['Kasimira']);
    expect(Buffer.from(bytes).toString()).toBe(source.replace('Kasimira', '[[person-00000000]]'));
  });

  it('replaces words that a style shows and keeps the rest of it', async () => {
    const source =
      '<style>/* x */p::after{content:"von Ka\\73 imira \\"A\\"";font-family:"Kasimira Sans";color:red}</style><p>x</p>';
    expect(await readText(html, Buffer.from(source))).toBe('x\n\nvon Kasimira "A"');
    const { bytes } = await anonymize(html, Buffer.from(source), ['Kasimira']);
    expect(Buffer.from(bytes).toString()).toBe(
      '<style> p::after{content:"von [[person-00000000]] \\"A\\"";font-family:"[[person-00000000]] Sans";color:red}</style><p>x</p>',
    );
  });
});
