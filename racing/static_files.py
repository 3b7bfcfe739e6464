"""Static files: how WhiteNoise serves them here, and how collected ones are named and made small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import rjsmin
from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from racing.joined import SHEETS, joined, roots, sheet
from racing.sentences import in_language, languages, speaking, spoken


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise's middleware is not typed
    """Serve files whole: a file object would be streamed by a synchronous iterator, which ASGI cannot do."""

    def add_files(self, root: str, prefix: str | None = None) -> None:
        """Add a folder's files. Nothing has been collected yet on a fresh checkout, which is no mistake."""
        if Path(root).is_dir():
            super().add_files(root, prefix)

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """Answer with the file's bytes, or with the 304, 206 or 405 that whitenoise decided on."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response


def stripped(name: str, text: str) -> str:
    """Return a script or a style without comments and needless spaces; other text as it is."""
    if name.endswith(".js"):
        return str(rjsmin.jsmin(text))
    if name.endswith(".css"):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        return re.sub(r"\s*([{};])\s*", r"\1", re.sub(r"\s+", " ", text)).strip()
    return text


class _Made(NamedTuple):
    """A storage whose scripts and styles of our own are read as they are served: joined, and without comments."""

    storage: Any
    made: dict[str, str]

    def open(self, path: str) -> File[bytes]:
        """Return the file, to be read."""
        folder, _, name = path.rpartition("/")
        if folder != "racing" or not name.endswith((".js", ".css")):
            file: File[bytes] = self.storage.open(path)
            return file
        text = self.made.get(name) or stripped(name, _text(self.storage, path))
        return ContentFile(text.encode(), name=path)


def made(modules: dict[str, str]) -> dict[str, str]:
    """Return the scripts that pages ask for, by the name of their file, from all modules: in every language."""
    whole = {name: stripped(name, joined(name, modules.__getitem__)) for name in roots(modules)}
    speakers = speaking(whole)
    return whole | {
        in_language(name, language): spoken(whole[name], language, speakers)
        for name in speakers
        for language in languages()
    }


def _text(storage: Any, path: str) -> str:
    with storage.open(path) as file:
        return str(file.read().decode())


class ManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # as above
    """Names with a hash of the content, in the imports between our ES modules too; comments stay at home."""

    support_js_module_import_aggregation = True
    # One pass for each link of the longest chain of imports, and some to spare.
    max_post_process_passes = 20

    def post_process(
        self, paths: dict[str, tuple[Any, str]], *args: Any, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Name and compress what was collected, made small before that, so that a name is of what is served."""
        # The service worker and what runs before the first paint are plain scripts, without imports.
        modules = {
            Path(name).name: _text(storage, path)
            for name, (storage, path) in paths.items()
            if re.fullmatch(r"racing/\w+\.js", name)
        }
        files = made(modules) | {
            sheet(page): "".join(stripped(name, _text(*paths[f"racing/{name}"])) for name in names)
            for page, names in SHEETS.items()
        }
        everything = {name: (_Made(storage, files), path) for name, (storage, path) in paths.items()}
        for name in files.keys() - modules.keys():
            file = f"racing/{name}"
            # There on its own too, so that its name can be looked up before its turn has come.
            self.delete(file)
            self._save(file, ContentFile(files[name].encode()))
            everything[file] = (_Made(self, files), file)
        yield from super().post_process(everything, *args, **options)
